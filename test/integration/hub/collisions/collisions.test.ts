import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { TestHub } from '../../../support/hub/testHub';
import { TranscriptFile } from '../../../support/hub/transcriptFile';
import { GitRepository } from '../../../support/git/gitRepository';
import type { CardCollisions, Collision } from '../../../../src/shared/protocol/work/collisions';
import { routes } from '../../../../src/shared/protocol/protocol';

describe('Cards of sessions that share a work tree', function () {
  this.timeout(60_000);
  let home: string;
  let hub: TestHub;
  let repository: GitRepository;
  let count = 0;

  before(async () => {
    home = await tempHome();
    hub = await TestHub.start(home);
    await hub.window('one');
  });
  after(async () => {
    await hub?.close();
    await removeHome(home);
  });
  beforeEach(() => {
    repository = new GitRepository();
    repository.commit('a.ts', 'one\n');
    // Git records whole seconds, so the work begins in a second after that of the commit.
    repository.git('reflog', 'expire', '--expire=all', '--all');
  });
  afterEach(() => repository.remove());

  /** Starts a session in a folder, whose hooks and transcript are written like the client's. */
  const begin = async (title: string, cwd = repository.root) => {
    count += 1;
    const id = `collides-${String(count).padStart(4, '0')}`;
    const transcript = TranscriptFile.of(home, id);
    const hook = (event: string, fields: object = {}) =>
      hub.hook({
        session_id: id,
        transcript_path: transcript.file,
        cwd,
        hook_event_name: event,
        ...fields,
      });
    await transcript.write({ ...transcript.prompt(title), cwd });
    await hook('UserPromptSubmit', { prompt: title });
    let edits = 0;
    return {
      id,
      hook,
      async edit(file: string): Promise<void> {
        edits += 1;
        const input = { file_path: file, old_string: 'one', new_string: 'two' };
        await transcript.write(
          { ...transcript.call('Edit', input, `edit-${edits}`, `msg-${edits}`), cwd },
          {
            ...transcript.result(`edit-${edits}`, 'ok', { toolUseResult: { filePath: file } }),
            cwd,
          },
        );
      },
      asks: (file: string) =>
        hook('PermissionRequest', {
          tool_name: 'Write',
          tool_input: { file_path: file, content: 'three\n' },
        }),
      end: () => hook('SessionEnd', { reason: 'other' }),
      has: async (assertion: (collisions: CardCollisions | undefined) => void) =>
        (await hub.waitFor(id, ({ collisions }) => assertion(collisions))).collisions,
    };
  };

  const summaryOf = ({ level, side, title, files }: Collision): unknown => [
    level,
    side,
    title,
    files,
  ];

  it('show the number of other sessions in the same work tree', async () => {
    const one = await begin('First');
    const two = await begin('Second', repository.root);
    repository.git('worktree', 'add', '-q', repository.file('.claude/worktrees/x'));
    const apart = await begin('Apart', repository.file('.claude/worktrees/x'));
    await one.has((collisions) => assert.deepEqual(collisions, { others: 1, found: [] }));
    await two.has((collisions) => assert.deepEqual(collisions, { others: 1, found: [] }));
    assert.equal((await hub.session(apart.id))?.collisions, undefined);
    await two.end();
    await one.has((collisions) => assert.equal(collisions, undefined));
  });

  it('both show a file that both sessions changed until it is committed', async () => {
    const [one, two] = [await begin('First'), await begin('Second')];
    await one.edit(repository.file('a.ts'));
    await two.edit(repository.file('a.ts'));
    const card = await one.has((collisions) =>
      assert.deepEqual(collisions?.found.map(summaryOf), [[1, 'both', 'Second', ['a.ts']]]),
    );
    const other = await two.has((collisions) =>
      assert.deepEqual(collisions?.found.map(summaryOf), [[1, 'both', 'First', ['a.ts']]]),
    );
    assert.equal(card?.found[0]?.id, other?.found[0]?.id);
    assert.deepEqual(
      card?.found[0]?.proof.map(({ act, path }) => [act, path]),
      [
        ['changed', 'a.ts'],
        ['changed', 'a.ts'],
      ],
    );
    repository.commit('a.ts', 'two\n');
    await one.edit(repository.file('b.ts'));
    await one.has((collisions) => assert.deepEqual(collisions?.found, []));
    await two.has((collisions) => assert.deepEqual(collisions?.found, []));
  });

  it('show a collision even if the sessions name the file by different paths', async () => {
    const link = `${repository.root}-link`;
    fs.symlinkSync(repository.root, link);
    try {
      const [one, two] = [await begin('First'), await begin('Second', link)];
      await one.edit(repository.file('a.ts'));
      await two.edit(`${link}/a.ts`);
      await one.has((collisions) => assert.equal(collisions?.found.length, 1));
    } finally {
      fs.unlinkSync(link);
    }
  });

  it('show no collision in lock files, ignored files and files outside of work trees', async () => {
    repository.write('.gitignore', '*.log\n');
    const [one, two] = [await begin('First'), await begin('Second')];
    for (const session of [one, two]) {
      for (const name of ['package-lock.json', 'debug.log', '../outside.ts', 'last.ts'])
        await session.edit(repository.file(name));
    }
    await two.has((collisions) =>
      assert.deepEqual(collisions?.found.map(summaryOf), [[1, 'both', 'First', ['last.ts']]]),
    );
  });

  it('show a request to change a file that the other session has changed since', async () => {
    const [one, two] = [await begin('First'), await begin('Second')];
    await one.edit(repository.file('own.ts'));
    await one.edit(repository.file('a.ts'));
    await two.edit(repository.file('other.ts'));
    await two.edit(repository.file('a.ts'));
    await one.asks(repository.file('a.ts'));
    const card = await one.has((collisions) =>
      assert.deepEqual(collisions?.found.map(summaryOf), [
        [2, 'asks', 'Second', ['a.ts']],
        [1, 'both', 'Second', ['a.ts']],
      ]),
    );
    assert.deepEqual(
      card?.found[0]?.proof.map(({ sessionId, act }) => [sessionId, act]),
      [
        [one.id, 'changed'],
        [two.id, 'changed'],
        [one.id, 'asks'],
      ],
    );
    await two.has((collisions) => assert.equal(collisions?.found[0]?.side, 'changed'));
    await one.hook('PostToolUse', { tool_name: 'Write' });
    await one.hook('Stop');
    await one.has((collisions) =>
      assert.deepEqual(
        collisions?.found.map(({ level }) => level),
        [1],
      ),
    );
  });

  it('no longer show a collision that a person dismissed, even after a restart', async () => {
    const [one, two] = [await begin('First'), await begin('Second')];
    await one.edit(repository.file('a.ts'));
    await two.edit(repository.file('a.ts'));
    const card = await one.has((collisions) => assert.equal(collisions?.found.length, 1));
    const dismiss = (collision: string) =>
      hub.post(`${routes.sessions}/${one.id}/collision`, { collision });
    assert.equal((await dismiss('other')).status, 404);
    assert.equal((await dismiss(card?.found[0]?.id ?? '')).status, 204);
    for (const session of [one, two])
      await session.has((collisions) => assert.deepEqual(collisions, { others: 1, found: [] }));
    await hub.close();
    hub = await TestHub.start(home);
    await hub.window('one');
    for (const session of [one, two]) await session.hook('UserPromptSubmit', { prompt: 'On' });
    await one.edit(repository.file('b.ts'));
    await two.edit(repository.file('b.ts'));
    const three = await begin('Third');
    await three.edit(repository.file('b.ts'));
    await three.has((collisions) => assert.equal(collisions?.found.length, 2));
    await one.has((collisions) =>
      assert.deepEqual(
        collisions?.found.map(({ title }) => title),
        ['Third'],
      ),
    );
  });

  it('show no collision once the other session has ended', async () => {
    const [one, two] = [await begin('First'), await begin('Second')];
    await one.edit(repository.file('a.ts'));
    await two.edit(repository.file('a.ts'));
    await one.has((collisions) => assert.equal(collisions?.found.length, 1));
    await two.end();
    await one.has((collisions) => assert.equal(collisions, undefined));
  });
});
