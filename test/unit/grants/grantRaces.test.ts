import assert from 'node:assert/strict';
import { requestDigest } from '../../../src/extension/util/keys/signing';
import { GrantDesk } from '../../support/grants/grantDesk';

describe('The examination of a request', function () {
  this.timeout(60_000);
  let desk: GrantDesk;
  beforeEach(async () => (desk = await GrantDesk.start()));
  afterEach(() => desk.dispose());

  /** A call that counts how often its text is read. */
  function aWrite(file: string, length = 10) {
    const counted = { reads: 0 };
    const content = 'x'.repeat(length);
    const input = {
      file_path: `${desk.project}/${file}`,
      get content() {
        counted.reads += 1;
        return content;
      },
    };
    return { counted, input };
  }
  const rule = () => ({ kind: 'folder', tool: 'Write', folder: `${desk.project}/src` }) as const;

  it('reads no text for grants that do not name it, and reads it once for all others', async () => {
    const words = ['a', 'b', 'c', 'd', 'e'];
    for (const word of words) await desk.giveBeginning(`npm ${word}`);
    const other = aWrite('src/b');
    const asked = desk.ask('Write', other.input);
    const readsOfAsking = other.counted.reads;
    assert.equal(await desk.finish(asked), false);
    assert.equal(other.counted.reads, readsOfAsking);
    await desk.give('Write', aWrite('src/a').input, rule());
    const covered = aWrite('src/b');
    assert.equal(await desk.finish(desk.ask('Write', covered.input)), true);
    const elsewhere = aWrite('b');
    assert.equal(await desk.finish(desk.ask('Write', elsewhere.input)), false);
    assert.ok(covered.counted.reads <= 8, `${covered.counted.reads} reads`);
  });

  it('leaves a very long request to a person', async () => {
    await desk.give('Write', aWrite('src/a').input, rule());
    assert.equal(await desk.finish(desk.ask('Write', aWrite('src/b', 200_000).input)), true);
    assert.equal(await desk.finish(desk.ask('Write', aWrite('src/b', 200_001).input)), false);
  });
});

describe('A grant that is being given', function () {
  this.timeout(60_000);
  let desk: GrantDesk;
  beforeEach(async () => (desk = await GrantDesk.start()));
  afterEach(() => desk.dispose());

  it('does not start once a person has ended all', async () => {
    const { store } = desk;
    const add = store.add.bind(store);
    store.add = async (grant) => {
      const kept = await add(grant);
      await desk.grants.endAll();
      return kept;
    };
    assert.equal(await desk.giveBeginning('npm test'), 'not_recorded');
    assert.deepEqual(desk.living, []);
    await desk.restart();
    assert.deepEqual(desk.living, []);
  });
});

describe('An allowance that is being recorded', function () {
  this.timeout(60_000);
  let desk: GrantDesk;
  beforeEach(async () => (desk = await GrantDesk.start()));
  afterEach(() => desk.dispose());

  it('does not keep a person from denying the request', async () => {
    await desk.giveBeginning('npm test');
    const { ledger } = desk;
    const append = ledger.append.bind(ledger);
    let write: () => void = () => undefined;
    const isHanging = new Promise<void>((resolve) => {
      ledger.append = async (use) => {
        resolve();
        await new Promise<void>((go) => (write = go));
        await append(use);
      };
    });
    const toolInput = { command: 'npm test x' };
    const asked = desk.ask('Bash', toolInput);
    await isHanging;
    const { project: cwd } = desk;
    const request = { toolName: 'Bash', toolInput, cwd, suggestions: [], whole: true };
    const decision = { kind: 'deny', message: 'no' } as const;
    const shown = requestDigest(request);
    void desk.calls.decide('s', { call: asked.id, shown, window: 'window', decision });
    assert.match(JSON.stringify(asked.caller.ended), /"behavior":"deny"/u);
    write();
    await desk.finish(asked);
    const [use] = await desk.uses();
    assert.deepEqual([use?.call, use?.lost], [asked.id, true]);
  });
});
