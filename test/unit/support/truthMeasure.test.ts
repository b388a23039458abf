import assert from 'node:assert/strict';
import type { AgentState } from '../../../src/shared/protocol/protocol';
import { stateLabel } from '../../../src/shared/words/stateLabels';
import { measure, type Measure, type StreamedChange } from '../../truth/measure';
import { truths, type Truth, type TruthChange } from '../../truth/truth';

type At = readonly [at: number, what: keyof typeof truths];

const truth = (...changes: readonly At[]): readonly TruthChange[] =>
  changes.map(([at, what]) => ({ at, truth: truths[what] }));

/** Reports of the stream that match these true states. */
const reports = (...changes: readonly At[]): readonly StreamedChange[] =>
  changes.map(([at, what]) => ({ at, state: stateOf(truths[what]) }));

function stateOf({ group, states }: Truth): AgentState {
  return {
    group,
    state: states?.[0] ?? 'any',
    label: stateLabel('idle'),
    confidence: 1,
    source: 'hook',
  };
}

const measured = (
  truly: readonly TruthChange[],
  reported: readonly StreamedChange[],
  end = 10_000,
): Measure => measure(new Map([['s', truly]]), new Map([['s', reported]]), end);

describe('The truth bench', () => {
  it('counts the time until the stream says what is true', () => {
    const late = measured(
      truth([0, 'idle'], [4_000, 'thinking']),
      reports([0, 'idle'], [4_300, 'thinking']),
    );
    assert.deepEqual([late.totalMs, late.groupMs, late.delaysMs], [10_000, 9_700, [0, 300]]);
    assert.equal(late.falseNeedsYouMs, 300);
  });

  it('counts a sub-state for itself', () => {
    const other = measured(truth([0, 'thinking']), reports([0, 'compacting']));
    assert.deepEqual([other.groupMs, other.stateMs], [10_000, 0]);
  });

  it('lets the stream be ahead of the screen, but not by much', () => {
    const truly = truth([0, 'idle'], [4_000, 'thinking']);
    const ahead = measured(truly, reports([0, 'idle'], [3_800, 'thinking']));
    assert.deepEqual([ahead.groupMs, ahead.aheadMs, ahead.delaysMs], [10_000, 200, [0, 0]]);
    const early = measured(truly, reports([0, 'idle'], [3_000, 'thinking']));
    assert.deepEqual([early.groupMs, early.aheadMs], [9_250, 250]);
  });

  it('gives a client the time to draw a dialog', () => {
    const truly = truth([0, 'thinking'], [4_000, 'permission']);
    const ahead = measured(truly, reports([0, 'thinking'], [3_300, 'permission']));
    assert.deepEqual([ahead.groupMs, ahead.aheadMs], [10_000, 700]);
  });

  it('does not take what is left over from before for news', () => {
    const truly = truth([0, 'idle'], [4_000, 'thinking'], [4_200, 'idle']);
    const silent = measured(truly, reports([0, 'idle']));
    assert.deepEqual([silent.groupMs, silent.falseNeedsYouMs], [9_800, 200]);
  });

  it('does not judge what nobody can tell, and says how long that was', () => {
    const untold = measured(truth([0, 'starting'], [3_000, 'idle']), reports([3_000, 'idle']));
    assert.deepEqual([untold.totalMs, untold.groupMs], [7_000, 7_000]);
    assert.deepEqual([untold.unknownMs, untold.longestUnknownMs], [3_000, 3_000]);
  });

  it('finds a call for a person that was never told', () => {
    const truly = truth([0, 'thinking'], [4_000, 'permission'], [7_000, 'thinking']);
    assert.deepEqual(measured(truly, reports([0, 'thinking'])).missed, ['needs_permission']);
    // The idle state is less urgent than a dialog, so it does not count as reporting it.
    const lesser = measured(truly, reports([0, 'thinking'], [4_000, 'idle'], [7_000, 'thinking']));
    assert.deepEqual(lesser.missed, ['needs_permission']);
    const late = measured(
      truly,
      reports([0, 'thinking'], [6_900, 'permission'], [7_000, 'thinking']),
    );
    assert.deepEqual(late.missed, []);
  });

  it('holds a session that there never was against the stream', () => {
    const invented = measure(
      new Map(),
      new Map([['x', reports([2_000, 'permission'], [5_000, 'closed'])]]),
      10_000,
    );
    assert.equal(invented.falseNeedsYouMs, 3_000);
  });
});
