import * as assert from 'node:assert/strict';
import type { Presence } from '../../../src/shared/protocol/windows';
import type { Attention, Audience } from '../../tools/demo/audience';
import { HubAudience } from '../../tools/demo/audience';
import type { Scene } from '../../tools/demo/script';
import { permission } from '../../tools/demo/words/dialogs';
import { curtain, start } from '../../tools/demo/words/life';
import { bash } from '../../tools/demo/words/tools';
import { prompt, stop } from '../../tools/demo/words/turn';
import { pause } from '../../tools/demo/words/woken';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TestWindow } from '../../support/hub/testWindow';
import { until } from '../../support/until';
import type { Recording } from '../../unit/demo/recordedPlay';
import { aPart, record } from '../../unit/demo/recordedPlay';

/** Seconds until the script reacts. */
const after = 30;

const request = permission(bash('ls', 'List'), { after });

describe('what somebody attends to in the demo', () => {
  let attention: Attention;
  /** Session that gets the attention; all sessions if absent. */
  let attendedId: string | undefined;
  let second: number;
  let recording: Recording;
  const audience: Audience = {
    attentionTo: (id) => (attendedId === undefined || attendedId === id ? attention : 'none'),
  };

  beforeEach(() => {
    attention = 'none';
    attendedId = undefined;
    second = 0;
  });

  function raise(...scenes: readonly Scene[]): readonly string[] {
    const parts = scenes.map((scene, index) => ({
      ...aPart(curtain(0), start, prompt('Go on'), scene),
      id: String(index),
    }));
    recording = record(parts, 0, false, undefined, audience);
    play(10);
    return [...new Set(recording.hooks.map((hook) => String(hook['session_id'])))];
  }

  function play(seconds: number): void {
    for (let last = second + seconds; second < last;) recording.play.advance(++second * 1000);
  }

  const isOpen = (id = ''): boolean => !recording.storyOf(id).includes('Stop');

  const prompts = (): number =>
    recording.hooks.filter((hook) => hook['hook_event_name'] === 'UserPromptSubmit').length;

  it('is left to them; once they leave it, the script waits anew', () => {
    const [id] = raise([request, stop('Done.')]);
    attention = 'inHand';
    play(10 * after);
    attention = 'none';
    play(after - 2);
    assert.ok(isOpen(id));
    play(15);
    assert.ok(!isOpen(id));
  });

  it('does not hold up the others', () => {
    const [one, other] = raise([request, stop('Done.')], [request, stop('Done.')]);
    attendedId = one;
    attention = 'inHand';
    play(after + 15);
    assert.ok(isOpen(one));
    assert.ok(!isOpen(other));
  });

  it('waits longer while it is only in sight, but not for ever', () => {
    const [id] = raise([request, stop('Done.')]);
    attention = 'inSight';
    play(2 * after);
    assert.ok(isOpen(id));
    play(4 * after);
    assert.ok(!isOpen(id));
  });

  it('waits longer in sight after it was in hand, too', () => {
    const [id] = raise([request, stop('Done.')]);
    attention = 'inHand';
    play(10 * after);
    attention = 'inSight';
    play(2 * after);
    assert.ok(isOpen(id));
  });

  it('gets no prompt of the script while it rests', () => {
    raise([stop('Done.'), pause(after * 1000), prompt('And now this.'), stop('Done.')]);
    attention = 'inHand';
    play(10 * after);
    assert.equal(prompts(), 1);
    attention = 'none';
    play(after + 2);
    assert.equal(prompts(), 2);
  });

  it('is prompted although it is in sight, and works although it is in hand', () => {
    raise([pause(after * 1000), stop('Done.'), pause(after * 1000), prompt('And now this.')]);
    attention = 'inHand';
    play(after + 15);
    attention = 'inSight';
    play(after + 2);
    assert.equal(prompts(), 2);
  });
});

describe('the audience of the demo', function () {
  this.timeout(60_000);
  let home: string;
  let hub: TestHub;
  let audience: HubAudience;

  beforeEach(async () => {
    home = await tempHome();
    hub = await TestHub.start(home);
    audience = new HubAudience(home);
    audience.watch();
  });
  afterEach(async () => {
    audience.leave();
    await hub.close();
    await removeHome(home);
  });

  const attends = (...expected: readonly Attention[]): Promise<unknown> =>
    until(
      () => ['open', 'read', 'seen', 'left'].map((id) => audience.attentionTo(id)),
      (now) => assert.deepEqual(now, expected),
    );

  it('is what the hub knows of its windows, whichever hub it is', async () => {
    const front: Presence['front'] = {
      sessions: ['read'],
      inHand: ['open'],
      cards: ['open', 'seen'],
    };
    const window = await TestWindow.open(hub, 'a', { focused: true, front });
    await attends('inHand', 'inHand', 'inSight', 'none');
    window.close();
    await attends('none', 'none', 'none', 'none');
    await hub.close();
    hub = await TestHub.start(home);
    const next = await TestWindow.open(hub, 'b', { focused: true, front });
    await attends('inHand', 'inHand', 'inSight', 'none');
    await hub.close();
    await attends('none', 'none', 'none', 'none');
    next.close();
  });
});
