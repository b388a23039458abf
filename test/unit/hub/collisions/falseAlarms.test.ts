import assert from 'node:assert/strict';
import { Collisions } from '../../../../src/extension/hub/collisions/collisions';
import { LiveBoard } from '../../../../src/extension/hub/board/liveBoard';
import type { Collision } from '../../../../src/shared/protocol/work/collisions';
import { recording, recordingNames, RowReader } from '../../../support/recordings/recording';

/**
 * All collisions on cards while recordings play as one day, with all sessions in one work tree;
 * without `withEnds` no session ends.
 */
async function toldIn(
  names: readonly string[],
  withEnds: boolean,
): Promise<{
  readonly found: readonly Collision[];
  readonly others: number;
}> {
  const readers = names.map((name) => ({ rows: recording(name), reader: new RowReader() }));
  const rows = readers
    .flatMap(({ rows: own, reader }) => own.map((row) => ({ at: row.at, row, reader })))
    .sort((a, b) => a.at - b.at);
  let now = rows[0]?.at ?? 0;
  const board = new LiveBoard(
    () => ({ usd: 0, tokens: 0 }),
    () => now,
  );
  const place = { top: '/', folder: '/.git', common: '/.git', worktree: undefined };
  const collisions = new Collisions({
    placeOf: () => place,
    touch: (sessionId) => board.touch(sessionId),
    realPath: (file) => Promise.resolve(file),
    ignored: { among: () => Promise.resolve(new Set()) },
    moves: () => Promise.resolve([]),
    kept: {
      isQuiet: () => false,
      lossWithId: () => undefined,
      lossesOf: () => [],
      put: () => Promise.resolve(),
    },
    workTreeOf: () => Promise.resolve(place),
    // Worst case: everything was written or deleted at this moment, and git shows no difference.
    evidence: (_top, paths) =>
      Promise.resolve(
        new Map(paths.map((path) => [path, { writtenAt: now, folderAt: now, status: 'same' }])),
      ),
    onDidTake: ({ id }) => assert.fail(`There is a loss: ${id}`),
    now: () => now,
    onError: (error) => assert.fail(String(error)),
  });
  board.add(collisions);
  const found = new Map<string, Collision>();
  let others = 0;
  board.onDidChange(({ changed, removed }) => {
    for (const sessionId of removed) collisions.forget(sessionId);
    for (const { collisions: card } of changed) {
      others = Math.max(others, card?.others ?? 0);
      for (const one of card?.found ?? []) found.set(one.id, one);
    }
  });
  for (const { row, reader } of rows) {
    now = Math.max(now, row.at);
    const isEnd = row.hook?.hook_event_name === 'SessionEnd' || row.text === null;
    if (isEnd && !withEnds) continue;
    for (const event of reader.events(row)) board.apply(event);
    board.flush();
    await collisions.whenIdle();
    board.flush();
  }
  collisions.dispose();
  board.dispose();
  return { found: [...found.values()], others };
}

describe('Collisions in the recordings of the real client', () => {
  const files = recordingNames();
  // The older clients were recorded two days later.
  const days = [files.filter((name) => name !== 'older-clients'), ['older-clients']];
  const brief = (found: readonly Collision[]): unknown =>
    found.map(({ level, files: names }) => [level, names]);

  it('are not reported if each session ends before the next one starts', async () => {
    for (const day of days) assert.deepEqual(brief((await toldIn(day, true)).found), []);
  });

  it('consist of the one file that two sessions changed if no session ends', async () => {
    const [first, second] = await Promise.all(days.map((day) => toldIn(day, false)));
    assert.ok((first?.others ?? 0) > 10, `${first?.others} others`);
    assert.deepEqual(brief(first?.found ?? []), [[1, ['home/user/proj/hello.txt']]]);
    assert.deepEqual(brief(second?.found ?? []), []);
  });
});
