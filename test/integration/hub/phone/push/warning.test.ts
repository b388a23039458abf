import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import type { Collision } from '../../../../../src/shared/protocol/work/collisions';
import type { PushMessage } from '../../../../../src/shared/phone/pushMessage';
import { routes } from '../../../../../src/shared/protocol/protocol';
import { aHook } from '../../../../support/hub/hooks';
import { PhoneHub } from '../../../../support/phone/phoneHub';
import { PushService } from '../../../../support/phone/pushService';
import { Subscriber } from '../../../../support/phone/subscriber';
import type { TestPhone } from '../../../../support/phone/testPhone';
import { ReviewScene } from '../../../../support/review/reviewScene';
import type { SceneSession } from '../../../../support/review/sceneSession';
import { until } from '../../../../support/until';

const settings = { pushAfterSeconds: 0, pushText: false, pingUrl: '' };
const minuteMs = 60_000;

/** Real sessions in a real repository, whose hub notifies a phone through a push service. */
describe('A phone whose sessions meet in one work tree', function () {
  this.timeout(60_000);
  let service: PushService;
  let desk: PhoneHub;
  let scene: ReviewScene;
  let phone: TestPhone;
  let subscriber: Subscriber;
  let owner: SceneSession;
  let taker: SceneSession;

  beforeEach(async () => {
    service = await PushService.start();
    desk = await PhoneHub.start(undefined, { isPushService: service.isAt });
    scene = await ReviewScene.on(desk.hub);
    scene.commit({ 'price.ts': 'const price = 3;\n' });
    scene.repository.git('branch', 'other');
    await desk.post('settings', settings);
    phone = await desk.phone();
    subscriber = Subscriber.at(service);
    await phone.say({ type: 'subscribe', subscription: subscriber.subscription });
    await desk.waitFor(({ devices }) => assert.deepEqual(devices[0]?.push, {}));
    [owner, taker] = [scene.session(), scene.session()];
    // Their actions from now on are recent enough for warnings.
    scene.now = Date.now() - 3 * minuteMs;
    await owner.prompt('Raise the price');
    await taker.prompt('Tidy up');
    scene.now = Date.now() - minuteMs;
    await owner.edit('price.ts', '3', '4');
    for (const { sessionId, transcript } of [owner, taker]) {
      const about = { session_id: sessionId, transcript_path: transcript, cwd: scene.folder };
      await desk.hub.hook(aHook('UserPromptSubmit', { ...about, prompt: 'Go on' }));
    }
    await owner.known();
    await desk.hub.waitFor(taker.sessionId, ({ collisions }) =>
      assert.equal(collisions?.others, 1),
    );
  });
  afterEach(async () => {
    await scene.close();
    await desk.dispose();
    await service.close();
  });

  /** Lets the other session run a git command now. */
  async function sweep(...args: readonly string[]): Promise<Collision> {
    scene.now = Date.now() - minuteMs;
    await taker.bash(`git ${args.join(' ')}`, () => void scene.repository.git(...args));
    const { collisions } = await desk.hub.waitFor(owner.sessionId, (session) =>
      assert.equal(session.collisions?.found[0]?.level, 3),
    );
    const [found] = collisions?.found ?? [];
    assert.ok(found);
    return found;
  }
  const pushes = (count: number): Promise<PushMessage[]> =>
    until(
      () => subscriber.messages(service),
      (all) => assert.equal(all.length, count),
    );
  const dismiss = async ({ id }: Collision): Promise<void> => {
    const route = `${routes.sessions}/${owner.sessionId}/collision`;
    assert.equal((await desk.hub.post(route, { collision: id })).status, 204);
  };

  it('is warned once of what was taken, by few words that lead to its card', async () => {
    const found = await sweep('checkout', '--', 'price.ts');
    const [message] = await pushes(1);
    const { title, body, navigate, silent } = message?.notification ?? {};
    assert.deepEqual(
      [title, body, navigate, silent],
      [
        'Raise the price',
        `${path.basename(scene.folder)}\nAnother session took its uncommitted work`,
        `${desk.page}#session=${owner.sessionId}`,
        undefined,
      ],
    );
    await desk.waitFor(({ devices }) => assert.equal(devices[0]?.push?.stage, 'accepted'));
    await dismiss(found);
    const [, second] = await pushes(2);
    const { tag, body: endText, silent: isSilent } = second?.notification ?? {};
    assert.deepEqual([tag, endText, isSilent], [message?.notification.tag, 'Dealt with', true]);
  });

  it('is told by whom and what where the person wants that, and that a branch is not lost work', async () => {
    await desk.post('settings', { ...settings, pushText: true });
    await sweep('switch', 'other');
    const [message] = await pushes(1);
    assert.match(
      message?.notification.body ?? '',
      /\n“Tidy up” switched the branch to other with uncommitted changes of this session: price\.ts$/u,
    );
  });

  it('is not warned where the session is muted', async () => {
    const { sessionId } = owner;
    await desk.hub.post('/api/live/mutes', { mute: { scope: 'session', sessionId }, on: true });
    await sweep('checkout', '--', 'price.ts');
    await until(
      () => readFile(path.join(desk.hub.home, 'mission-control', 'collisions.json'), 'utf8'),
      (text) => assert.match(text, /"told":true/u),
    );
    await phone.say({ type: 'testPush' });
    const [message] = await pushes(1);
    assert.equal(message?.notification.tag, 'test');
  });
});
