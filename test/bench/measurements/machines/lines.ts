import assert from 'node:assert/strict';
import { routes } from '../../../../src/shared/protocol/protocol';
import { aHook, sessionId } from '../../../support/hub/hooks';
import { hubTarget, postHook, type HookTarget } from '../../../support/hub/wire/hubTarget';
import { Desk } from '../../../support/machines/desk';
import { OtherMachine } from '../../../support/machines/otherMachine';
import { HookLoad, now } from '../../hookLoad';
import type { Measurement, Row } from '../../measurement';
import { lineOf, trips, tripRow } from './trips';

const budgets = { shown: 150, answered: 250 };
const perSecond = 20;
const loadMs = { small: 3_000, full: 15_000 };
const answers = { small: 5, full: 30 };

/**
 * Measures the delay over a connection to another machine: from a hook there to a window here, and
 * from Allow here to the answered call there.
 */
export const machineLines: Measurement = {
  name: 'machine lines',
  async measure({ bundles, small }) {
    const size = small ? 'small' : 'full';
    const rows: Row[] = [];
    for (const tripMs of trips) {
      const desk = await Desk.start(bundles.hub);
      const there = await OtherMachine.make('there', bundles.hub);
      try {
        await desk.show({ ...there.setting, command: [...lineOf(tripMs)] });
        await desk.connected();
        const target = await hubTarget(there.home);
        rows.push(
          tripRow(
            'hook there → streamed to a window here',
            tripMs,
            await measureShown(desk, target, loadMs[size]),
            budgets.shown,
          ),
          tripRow(
            'Allow here → the held call answered there',
            tripMs,
            await measureAnswered(desk, target, answers[size]),
            budgets.answered,
          ),
        );
      } finally {
        await desk.stop();
        await there.remove();
      }
    }
    return rows;
  },
};

async function measureShown(
  desk: Desk,
  target: HookTarget,
  forMs: number,
): Promise<readonly number[]> {
  const load = new HookLoad(target, 20);
  const listening = desk.link.board.onDidChange(({ changed }) =>
    load.see(JSON.stringify(changed), now()),
  );
  try {
    await load.steady(perSecond, 2_000); // Warms up both sides.
    await load.settle();
    await load.steady(perSecond, forMs);
    return await load.settle();
  } finally {
    listening.dispose();
    load.dispose();
  }
}

async function measureAnswered(
  desk: Desk,
  target: HookTarget,
  count: number,
): Promise<readonly number[]> {
  const waits: number[] = [];
  for (let round = 0; round <= count; round += 1) {
    const command = `make round${round}`;
    await postHook(target, aHook('UserPromptSubmit', { prompt: command }));
    const hook = aHook('PermissionRequest', { tool_name: 'Bash', tool_input: { command } });
    const held = fetch(`${target.url}${routes.hook}?wait=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(hook),
    }).then(async (answer) => ({ text: await answer.text(), at: now() }));
    held.catch(() => undefined); // The rejection is handled where `held` is awaited.
    const session = await desk.session((one) => {
      assert.ok(one.sessionId.endsWith(sessionId));
      assert.equal(one.pendingRequest?.call?.answerable, true);
      assert.match(JSON.stringify(one.pendingRequest.toolInput), new RegExp(`${command}"`));
    });
    const request = await desk.link.hub.call('request', { sessionId: session.sessionId });
    const from = now();
    await desk.answer(session.sessionId, request, { kind: 'allow' });
    const { text, at } = await held;
    assert.match(text, /"allow"/);
    await postHook(target, aHook('Stop'));
    // The first round is discarded, because it compiles code on all sides.
    if (round > 0) waits.push(at - from);
  }
  return waits;
}
