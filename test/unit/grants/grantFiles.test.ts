import assert from 'node:assert/strict';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { keyName } from '../../../src/extension/util/keys/signing';
import { GrantDesk } from '../../support/grants/grantDesk';
import { testSigner } from '../../support/hub/testSigner';

const minute = 60_000;
const dayMs = 24 * 60 * minute;

let desk: GrantDesk;
beforeEach(async () => (desk = await GrantDesk.start()));
afterEach(() => desk.dispose());

const stored = (): string => desk.folder.file('grants.json');
const ledger = (): string => desk.folder.file('grants');

type Stored = Record<string, unknown> & { readonly rule: object; readonly seal: object };

/** Changes the stored grants while no hub runs, as any program of the user can. */
async function tamper(change: (grant: Stored) => readonly unknown[]): Promise<void> {
  const before = JSON.parse(await readFile(stored(), 'utf8')) as readonly Stored[];
  await desk.restart(async () => writeFile(stored(), JSON.stringify(before.flatMap(change))));
}

describe('The file of grants', function () {
  this.timeout(60_000);

  it('gives nothing more than what was signed, whatever is written to it', async () => {
    const changes: readonly ((grant: Stored) => object)[] = [
      ({ rule }) => ({ rule: { ...rule, words: ['npm'] } }),
      ({ rule }) => ({ rule: { ...rule, cwd: desk.root } }),
      () => ({ rule: { kind: 'beginning', words: ['id'], cwd: desk.project } }),
      () => ({ scope: 'project' }),
      () => ({ project: desk.root }),
      () => ({ sessionId: 'other' }),
      () => ({ ms: dayMs }),
      () => ({ uses: 1_000 }),
      () => ({ uses: undefined }),
      () => ({ subagents: true }),
      () => ({ hub: 'another hub' }),
      () => ({ id: 'another id' }),
      () => ({ call: 'another call' }),
      ({ seal }) => ({ seal: { ...seal, at: desk.clock.now() + minute } }),
      () => ({ host: 'another host' }),
      () => ({ place: { real: '/', identity: '' } }),
      () => ({ projectPlace: { real: '/', identity: '' } }),
    ];
    for (const change of changes) {
      await desk.giveBeginning('npm test', { ms: minute, uses: 5 });
      await tamper((grant) => [{ ...grant, ...change(grant) }]);
      assert.deepEqual(desk.cards, [], change.toString());
      for (const command of ['npm test x', 'id', 'npm run x'])
        assert.equal(await desk.isAllowed(command), false);
      await rm(stored(), { force: true });
      await desk.restart();
    }
  });

  it('lengthens no grant, and gives back no use that the ledger has', async () => {
    await desk.giveBeginning('npm test', { ms: minute, uses: 3 });
    assert.equal(await desk.isAllowed('npm test x'), true);
    await tamper((grant) => [{ ...grant, used: 0, until: desk.clock.now() + dayMs }]);
    assert.deepEqual(
      desk.living.map(({ usesLeft, until }) => [usesLeft, until <= desk.clock.now() + minute]),
      [[1, true]],
    );
    await tamper((grant) => [grant, { ...grant, id: 'copy', used: 0 }]);
    assert.equal(desk.living.length, 1, 'a copy is no grant of its own');
    assert.equal(await desk.isAllowed('npm test x'), true);
    assert.equal(await desk.isAllowed('npm test x'), false);
  });

  it('gives nothing to a hub that runs', async () => {
    const id = await desk.giveBeginning('npm test');
    await desk.store.flush();
    const text = await readFile(stored(), 'utf8');
    await desk.grants.end(id);
    await writeFile(stored(), text);
    await desk.giveBeginning('git status');
    assert.equal(await desk.isAllowed('npm test x'), false);
    assert.deepEqual(
      desk.living.map(({ words }) => words),
      ['git status …'],
    );
  });
});

describe('The ledger', function () {
  this.timeout(60_000);

  const linesOf = async (): Promise<readonly string[]> => {
    const [day = ''] = await readdir(ledger());
    return (await readFile(path.join(ledger(), day), 'utf8')).trimEnd().split('\n');
  };

  it('has time, session, call, grant, words and who gave it, before the answer goes out', async () => {
    const grant = await desk.giveBeginning('npm test');
    const asked = desk.ask('Bash', { command: 'npm test x' });
    while (asked.caller.ended === undefined) await new Promise((go) => setImmediate(go));
    const [, line = ''] = await linesOf();
    assert.deepEqual(JSON.parse(line), {
      at: desk.clock.now(),
      session: 's',
      call: asked.id,
      grant,
      words: 'npm test …',
      tool: 'Bash',
      what: 'npm test x',
      by: 'the window',
      key: keyName(testSigner.publicKey),
    });
    assert.equal(await desk.finish(asked), true);
  });

  it('that can’t be written allows nothing, and gives no grant', async () => {
    await desk.giveBeginning('npm test');
    const [day = ''] = await readdir(ledger());
    await rm(path.join(ledger(), day));
    await mkdir(path.join(ledger(), day));
    assert.equal(await desk.isAllowed('npm test x'), false);
    assert.equal(await desk.giveBeginning('git status'), 'not_recorded');
    assert.deepEqual(
      desk.living.map(({ words, used }) => [words, used]),
      [['npm test …', 1]],
    );
    await rm(path.join(ledger(), day), { recursive: true });
    assert.equal(await desk.isAllowed('npm test x'), true);
  });

  it('that is full for the day allows nothing more on it', async () => {
    await desk.giveBeginning('npm test');
    const [day = ''] = await readdir(ledger());
    await appendFile(path.join(ledger(), day), `${'x'.repeat(1024 * 1024)}\n`);
    assert.equal(await desk.isAllowed('npm test x'), false);
    desk.clock.sleep(23 * 60 * minute, true);
    assert.equal(await desk.isAllowed('npm test x'), true);
  });

  it('reads on after a line that a killed hub left incomplete', async () => {
    await desk.giveBeginning('npm test');
    const [day = ''] = await readdir(ledger());
    await appendFile(path.join(ledger(), day), '{"at":1,"session":"s');
    assert.equal(await desk.isAllowed('npm test x'), true);
    const uses = await desk.uses();
    assert.deepEqual(
      uses.map(({ what }) => what),
      ['npm test x', 'npm test'],
    );
  });

  it('says which answers did not reach the client', async () => {
    await desk.giveBeginning('npm test');
    const asked = desk.ask('Bash', { command: 'npm test x' });
    asked.caller.accepts = Promise.resolve(false);
    await desk.finish(asked);
    const [use] = await desk.uses();
    assert.deepEqual([use?.call, use?.lost], [asked.id, true]);
  });

  it('counts for a day what it allowed each session, without what did not arrive', async () => {
    const from = desk.clock.now();
    await desk.giveBeginning('npm test', { ms: dayMs });
    desk.clock.sleep(minute, true);
    await desk.finish(desk.ask('Bash', { command: 'npm test x' }));
    const lost = desk.ask('Bash', { command: 'npm test y' });
    lost.caller.accepts = Promise.resolve(false);
    await desk.finish(lost);
    const to = desk.clock.now() + 1;
    const counts = async (first: number, last: number): Promise<object> =>
      Object.fromEntries(await desk.ledger.allowedBetween(first, last));
    // Giving the grant allowed the first request.
    assert.deepEqual(await counts(from, to), { s: 2 });
    assert.deepEqual(await counts(from + minute, to), { s: 1 });
    assert.deepEqual(await counts(to, to + dayMs), {});
  });

  it('keeps 31 days, and tells a session’s lines from others', async () => {
    await desk.giveBeginning('npm test');
    for (let one = 1; one < 40; one += 1) {
      const day = new Date(desk.clock.now() - one * dayMs).toISOString().slice(0, 10);
      await writeFile(path.join(ledger(), `${day}.jsonl`), '');
    }
    assert.equal(await desk.isAllowed('npm test x'), true);
    const days = async () => (await readdir(ledger())).filter((name) => name.endsWith('.jsonl'));
    assert.equal((await days()).length, 32, 'today and the 31 days before');
    assert.equal((await desk.ledger.uses({ session: 's' })).uses.length, 2);
    assert.equal((await desk.ledger.uses({ session: 't' })).uses.length, 0);
    assert.equal((await desk.ledger.uses({ skip: '1' })).uses.length, 1);
    const before = (await days()).length;
    for (let one = 10; one < 60; one += 1)
      await writeFile(path.join(ledger(), `29${one}-01-01.jsonl`), '');
    assert.equal(await desk.isAllowed('npm test y'), true);
    assert.equal((await days()).length, before + 50);
    assert.equal((await desk.ledger.counts()).size, 1);
  });
});
