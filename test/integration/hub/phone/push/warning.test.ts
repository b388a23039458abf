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
describe('A phone, when two sessions change one work tree', function () {
  this.timeout(60_000);
  let service: PushService;
  let phoneHub: PhoneHub;
  let scene: ReviewScene;
  let phone: TestPhone;
  let subscriber: Subscriber;
  let owner: SceneSession;
  let otherSession: SceneSession;

  beforeEach(async () => {
    service = await PushService.start();
    phoneHub = await PhoneHub.start(undefined, { isPushService: service.isAt });
    scene = await ReviewScene.on(phoneHub.hub);
    scene.commit({ 'price.ts': 'const price = 3;\n' });
    scene.repository.git('branch', 'other');
    await phoneHub.post('settings', settings);
    phone = await phoneHub.phone();
    subscriber = Subscriber.at(service);
    await phone.say({ type: 'subscribe', subscription: subscriber.subscription });
    await phoneHub.waitFor(({ devices }) => assert.deepEqual(devices[0]?.push, {}));
    [owner, otherSession] = [scene.session(), scene.session()];
    // Their actions from now on are recent enough for warnings.
    scene.now = Date.now() - 3 * minuteMs;
    await owner.prompt('Raise the price');
    await otherSession.prompt('Tidy up');
    scene.now = Date.now() - minuteMs;
    await owner.edit('price.ts', '3', '4');
    for (const { sessionId, transcript } of [owner, otherSession]) {
      const about = { session_id: sessionId, transcript_path: transcript, cwd: scene.folder };
      await phoneHub.hub.hook(aHook('UserPromptSubmit', { ...about, prompt: 'Go on' }));
    }
    await owner.known();
    await phoneHub.hub.waitFor(otherSession.sessionId, ({ collisions }) =>
      assert.equal(collisions?.others, 1),
    );
  });
  afterEach(async () => {
    await scene.close();
    await phoneHub.dispose();
    await service.close();
  });

  /** Lets the other session run a git command now. */
  async function runGitInOtherSession(...args: readonly string[]): Promise<Collision> {
    scene.now = Date.now() - minuteMs;
    await otherSession.bash(`git ${args.join(' ')}`, () => void scene.repository.git(...args));
    const { collisions } = await phoneHub.hub.waitFor(owner.sessionId, (session) =>
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
    assert.equal((await phoneHub.hub.post(route, { collision: id })).status, 204);
  };

  it('gets one short warning with a link to the session, and a silent message when it is dealt with', async () => {
    const found = await runGitInOtherSession('checkout', '--', 'price.ts');
    const [message] = await pushes(1);
    const { title, body, navigate, silent } = message?.notification ?? {};
    assert.deepEqual(
      [title, body, navigate, silent],
      [
        'Raise the price',
        `${path.basename(scene.folder)}\nAnother session took its uncommitted work`,
        `${phoneHub.page}#session=${owner.sessionId}`,
        undefined,
      ],
    );
    await phoneHub.waitFor(({ devices }) => assert.equal(devices[0]?.push?.stage, 'accepted'));
    await dismiss(found);
    const [, second] = await pushes(2);
    const { tag, body: endText, silent: isSilent } = second?.notification ?? {};
    assert.deepEqual([tag, endText, isSilent], [message?.notification.tag, 'Dealt with', true]);
  });

  it('gets the other session and the files with `pushText`; a switched branch is not called lost work', async () => {
    await phoneHub.post('settings', { ...settings, pushText: true });
    await runGitInOtherSession('switch', 'other');
    const [message] = await pushes(1);
    assert.match(
      message?.notification.body ?? '',
      /\n“Tidy up” switched the branch to other with uncommitted changes of this session: price\.ts$/u,
    );
  });

  it('gets no warning of a muted session', async () => {
    const { sessionId } = owner;
    await phoneHub.hub.post('/api/live/mutes', { mute: { scope: 'session', sessionId }, on: true });
    await runGitInOtherSession('checkout', '--', 'price.ts');
    await until(
      () => readFile(path.join(phoneHub.hub.home, 'mission-control', 'collisions.json'), 'utf8'),
      (text) => assert.match(text, /"told":true/u),
    );
    await phone.say({ type: 'testPush' });
    const [message] = await pushes(1);
    assert.equal(message?.notification.tag, 'test');
  });
});
