import assert from 'node:assert/strict';
import { HeldScene } from './heldScene';
import { WindowProcess, type SceneWindow } from './windowProcess';

const axes = {
  windows: [1, 2],
  hasPhone: [false, true],
  hasRunner: [false, true],
  event: ['reloads', 'closes', 'crashes', 'restarts', 'updates', 'hubKilled'],
} as const;

/**
 * One test case: who is connected, and what happens while requests are held. The first window is
 * the one that leaves.
 */
export interface HeldRow {
  readonly windows: 1 | 2;
  readonly hasPhone: boolean;
  /** One of the requests comes from a session without a terminal. */
  readonly hasRunner: boolean;
  readonly event: (typeof axes.event)[number];
}

interface Leaving {
  readonly words: string;
  readonly how: 'close' | 'crash';
  /** Extension version of the window when it returns; undefined if it does not return. */
  readonly back: string | undefined;
}

const leaving: Readonly<Record<Exclude<HeldRow['event'], 'hubKilled'>, Leaving>> = {
  reloads: { words: 'reloads', how: 'close', back: '1.0.0' },
  closes: { words: 'closes', how: 'close', back: undefined },
  crashes: { words: 'crashes', how: 'crash', back: undefined },
  restarts: { words: 'crashes and comes back', how: 'crash', back: '1.0.0' },
  updates: { words: 'comes back with a newer version', how: 'close', back: '1.0.1' },
};

/**
 * Numbers of windows with which each event is played beside a phone, where the hub is a separate
 * process that survives its windows. Every pair of values of two axes occurs in some row.
 */
const windowsBesidePhone: Readonly<Record<HeldRow['event'], readonly number[]>> = {
  reloads: [2],
  closes: [1],
  crashes: [2],
  restarts: [1],
  updates: [1, 2],
  hubKilled: [1, 2],
};

/**
 * Without a phone the hub is a thread of a window, so killing it equals `crashes`. Rows with a
 * runner have requests of relays, too, so rows without one are needed only in the smallest setups.
 */
const exists = ({ windows, hasPhone, hasRunner, event }: HeldRow): boolean =>
  hasPhone
    ? hasRunner && windowsBesidePhone[event].includes(windows)
    : event !== 'hubKilled' &&
      (hasRunner || (windows === 1 && (event === 'closes' || event === 'reloads')));

export const heldRows: readonly HeldRow[] = axes.event
  .flatMap((event) =>
    axes.windows.flatMap((windows) =>
      axes.hasPhone.flatMap((hasPhone) =>
        axes.hasRunner.map((hasRunner): HeldRow => ({ windows, hasPhone, hasRunner, event })),
      ),
    ),
  )
  .filter(exists);

export function titleOf({ windows, hasPhone, hasRunner, event }: HeldRow): string {
  const who = windows === 1 ? 'the only window' : 'one of two windows';
  const what = event === 'hubKilled' ? 'the hub is killed' : `${who} ${leaving[event].words}`;
  const there = [
    ...(event === 'hubKilled' ? [windows === 1 ? 'one window' : 'two windows'] : []),
    hasPhone ? 'a phone' : 'no phone',
    hasRunner ? 'a runner' : 'no runner',
  ];
  return `${what}, with ${there.join(', ')}`;
}

/**
 * Holds requests, plays the event of the row, and has every remaining device answer some of them.
 * If none remains, requests of relays return to their terminals, while a runner, which has none,
 * keeps asking.
 */
export async function play(row: HeldRow, paired: HeldScene): Promise<void> {
  const { windows: count, hasPhone, hasRunner: runner, event } = row;
  const scene = await (hasPhone ? HeldScene.withPhoneOf(paired) : HeldScene.like(paired));
  try {
    const gone = event === 'hubKilled' ? undefined : leaving[event];
    const first = gone?.how === 'crash' ? await scene.openProcess() : await scene.open();
    if (count === 2) await scene.open();
    const isBack = gone === undefined || gone.back !== undefined;
    const isNobodyLeft = !hasPhone && count === 1 && !isBack;
    const before = hasPhone ? await scene.hubChanged() : undefined;
    await scene.hold({ count: requestsOf(row), runner, inHaste: isNobodyLeft });

    if (gone === undefined) {
      await scene.killHub();
      await scene.hubChanged(before);
    } else {
      await (first instanceof WindowProcess ? first.crash() : first.close());
      if (gone.back !== undefined) await scene.open({ release: gone.back });
    }
    if (isNobodyLeft) return await nobodyLeft(scene, runner);
    const windows = scene.windows.filter(({ hasEnded }) => !hasEnded);
    await answerByEach(scene, windows);
    if (event === 'updates' && hasPhone) await scene.hubChanged(before);
  } finally {
    await scene.dispose();
  }
}

/** One request per device that can answer; at least two, so that one comes from a relay. */
function requestsOf({ windows, hasPhone }: HeldRow): number {
  return Math.max(2, windows + Number(hasPhone));
}

/** Checks that every device can answer every request; each answers one, the last one the rest. */
async function answerByEach(scene: HeldScene, windows: readonly SceneWindow[]): Promise<void> {
  for (const window of windows) await scene.canAnswer(window);
  const answerers = windows.map(
    (window) => (waiting: HeldScene['waiting']) => scene.answerIn(window, waiting),
  );
  if (scene.phone !== undefined) {
    await scene.findPhoneAgain();
    answerers.unshift((waiting) => scene.answerOnPhone(waiting));
  }
  const left = [...scene.waiting];
  for (const [at, answer] of answerers.entries()) {
    await answer(left.splice(0, at === answerers.length - 1 ? left.length : 1));
  }
}

async function nobodyLeft(scene: HeldScene, hasRunner: boolean): Promise<void> {
  const [ofRunner, ofRelays] = hasRunner
    ? [scene.waiting.slice(0, 1), scene.waiting.slice(1)]
    : [[], scene.waiting];
  for (const { answer } of ofRelays) assert.equal(await answer, '');
  if (ofRunner.length > 0) await scene.answerIn(await scene.open(), ofRunner);
}
