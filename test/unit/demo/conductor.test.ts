import * as assert from 'node:assert/strict';
import { Conductor } from '../../tools/demo/stage/conductor';
import { permission } from '../../tools/demo/words/dialogs';
import { curtain, start } from '../../tools/demo/words/life';
import { bash } from '../../tools/demo/words/tools';
import { prompt } from '../../tools/demo/words/turn';
import { until } from '../../support/until';
import { aPart, record } from './recordedPlay';
import { waitFixedTime } from '../../support/waitFixedTime';

/** Longer than the conductor's polling interval, in ms. */
const aWhileMs = 400;

describe('the conductor of the demo', () => {
  it('tells an open dialog to whoever listens first, and to whoever listens next', async () => {
    let listener: string | undefined;
    const asked: unknown[] = [];
    const open = { after: 3600, meanwhile: curtain(60_000) };
    const part = aPart(start, prompt('Go on'), permission(bash('ls', 'List'), open));
    const { play } = record([part], 0, false, (payload) => {
      if (payload['hook_event_name'] !== 'PermissionRequest') return undefined;
      asked.push(listener);
      return { code: 0, printed: '', complained: '' };
    });
    const conductor = new Conductor(play, { listener: () => listener });
    try {
      const isAsked = (...by: readonly string[]): Promise<unknown> =>
        until(
          () => asked,
          (now) => assert.deepEqual(now, by),
        );
      conductor.start();
      await waitFixedTime(aWhileMs);
      await isAsked();
      listener = 'one hub';
      await isAsked('one hub');
      listener = undefined;
      await waitFixedTime(aWhileMs);
      listener = 'the next';
      await isAsked('one hub', 'the next');
      await waitFixedTime(aWhileMs);
      await isAsked('one hub', 'the next');
    } finally {
      conductor.stop();
    }
  });
});
