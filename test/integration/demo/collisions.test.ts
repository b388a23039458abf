import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { needs } from '../../support/skip';
import { until } from '../../support/until';
import { WatchedHub } from '../../support/watchedHub';
import { cast } from '../../tools/demo/cast';
import { DirectHooks } from '../../tools/demo/stage/directHooks';
import { playAt, type PlayedHome } from '../../tools/demo/stage/playedHome';

const loser = /^Gift cards lose a cent/;
const taker = /^Show the balance in the currency/;

/**
 * All sessions in repositories, including ended ones, and two living sessions that share a folder
 * without a repository: no others can collide.
 */
const parts = cast.filter(
  ({ endedAgoMs, project }) =>
    project.uncommitted !== undefined ||
    (endedAgoMs === undefined && project.name === 'ledger-api'),
);

describe('The demo’s day, as a hub tells of its collisions', function () {
  this.timeout(180_000);
  let root: string;
  let hub: WatchedHub;
  let demo: PlayedHome;
  /** Reported collisions by card, other session, level and files. */
  const reported = new Map<string, Told>();
  const sharing = new Set<string>();
  const hasTold = (level: number): boolean =>
    [...reported.values()].some((one) => one.level === level);

  before(async function () {
    needs(this, 'sh');
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'demo-collisions-'));
    hub = await WatchedHub.start(root);
    await hub.live();
    await hub.offerControl();
    // The play is accelerated, so it is held until the hub has reported the scripted collisions.
    const holds = (second: number): boolean =>
      (second >= 30 && !hasTold(2)) || (second >= 190 && !hasTold(3));
    const folders = { configHome: fs.realpathSync(root), code: path.join(root, 'code') };
    const hooks = new DirectHooks();
    hooks.follow(() => hub.hub.reach);
    const options = { frozenAt: 420, speed: 20, holds, hasPerson: true, hooks };
    demo = await playAt(folders, parts, options);
    let isFinished = false;
    void demo.settled.then(() => (isFinished = true));
    await until(
      () => note(),
      () => assert.ok(isFinished, `It was told: ${JSON.stringify([...reported.keys()])}`),
      150_000,
    );
  });
  after(async () => {
    demo?.stop();
    await hub?.stop();
    if (root !== undefined) fs.rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  });

  function note(): void {
    for (const { sessionId, collisions } of hub.board.sessions) {
      for (const { level, side, sessionId: other, files } of collisions?.found ?? []) {
        const one: Told = { sessionId, other, level, side, files: files.toSorted().join(', ') };
        reported.set(JSON.stringify(one), one);
      }
      if ((collisions?.others ?? 0) > 0) sharing.add(sessionId);
    }
  }

  const nameOf = (sessionId: string): string => {
    const title = hub.board.get(sessionId)?.title ?? '';
    return loser.test(title) ? 'loser' : taker.test(title) ? 'taker' : title;
  };

  it('is what its script has, and nothing else', () => {
    const lines = withoutPartial([...reported.values()]).map(
      ({ sessionId, other, level, side, files }) =>
        `${level} ${side}: ${nameOf(sessionId)} with ${nameOf(other)}: ${files}`,
    );
    assert.deepEqual(lines.sort(), [
      '1 both: loser with taker: src/balance.ts',
      '1 both: taker with loser: src/balance.ts',
      '2 asks: loser with taker: src/balance.ts',
      '2 changed: taker with loser: src/balance.ts',
      '3 lost: loser with taker: src/balance.ts, src/redeem.ts',
      '3 took: taker with loser: src/balance.ts, src/redeem.ts',
    ]);
  });

  it('has two sessions in one work tree, and none that a worktree of its own keeps apart', () => {
    assert.deepEqual([...sharing].map(nameOf).sort(), ['loser', 'taker']);
  });
});

/**
 * Collisions without those whose files are a subset of another one's: the hub may check while git
 * is still writing.
 */
function withoutPartial(all: readonly Told[]): readonly Told[] {
  const isSame = (one: Told, other: Told): boolean =>
    one.sessionId === other.sessionId &&
    one.other === other.other &&
    one.level === other.level &&
    one.side === other.side;
  const isPart = (one: Told, other: Told): boolean =>
    one.files !== other.files &&
    one.files.split(', ').every((file) => other.files.split(', ').includes(file));
  return all.filter((one) => !all.some((other) => isSame(one, other) && isPart(one, other)));
}

interface Told {
  readonly sessionId: string;
  readonly other: string;
  readonly level: number;
  readonly side: string;
  readonly files: string;
}
