import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import type { PushMessage } from '../../../../../src/shared/phone/pushMessage';
import { aHook, sessionId } from '../../../../support/hub/hooks';
import { answering, requestOn } from '../../../../support/phone/phoneAnswer';
import { PhoneHub } from '../../../../support/phone/phoneHub';
import { PushService } from '../../../../support/phone/pushService';
import { signedReceipt, Subscriber } from '../../../../support/phone/subscriber';
import type { TestPhone } from '../../../../support/phone/testPhone';
import { until } from '../../../../support/until';

const request = aHook('PermissionRequest', {
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf build' },
  tool_use_id: 'toolu_1',
});
const settings = { pushAfterSeconds: 0, pushText: false, pingUrl: '' };

describe('A phone that has subscribed', () => {
  let service: PushService;
  let desk: PhoneHub;
  let phone: TestPhone;
  let subscriber: Subscriber;

  beforeEach(async () => {
    service = await PushService.start();
    desk = await PhoneHub.start(undefined, { isPushService: service.isAt });
    assert.equal((await desk.post('settings', settings)).status, 204);
    phone = await desk.phone();
    subscriber = Subscriber.at(service);
    await phone.say({ type: 'subscribe', subscription: subscriber.subscription });
    await desk.waitFor(({ devices }) => assert.deepEqual(devices[0]?.push, {}));
  });
  afterEach(async () => {
    await desk.dispose();
    await service.close();
  });

  const pushes = (count: number): Promise<PushMessage[]> =>
    until(
      () => subscriber.messages(service),
      (all) => assert.equal(all.length, count),
    );
  const stage = (wanted: string): Promise<unknown> =>
    desk.waitFor(({ devices }) => assert.equal(devices[0]?.push?.stage, wanted));

  async function receipt(
    event: 'shown' | 'opened',
    push: string,
    headers: Readonly<Record<string, string>> = { origin: new URL(desk.page).origin },
  ): Promise<number> {
    const about = { device: phone.device, push, stage: event, at: Date.now() } as const;
    const body = JSON.stringify(await signedReceipt(about, phone.signing));
    return (await fetch(`${desk.page}receipt`, { method: 'POST', body, headers })).status;
  }

  it('is told the key to subscribe by, the same at each start', async () => {
    const { pushKey } = await phone.hear('welcome');
    assert.equal(Buffer.from(pushKey ?? '', 'base64url').length, 65);
    await desk.hub.close();
    const next = await PhoneHub.start(desk.hub.home, { isPushService: service.isAt });
    try {
      const stored = JSON.parse(
        await readFile(path.join(desk.hub.home, 'mission-control', 'phones.json'), 'utf8'),
      ) as readonly { readonly subscription?: object }[];
      assert.deepEqual(stored[0]?.subscription, subscriber.subscription);
      const other = await next.phone();
      assert.equal((await other.hear('welcome')).pushKey, pushKey);
    } finally {
      await next.hub.close();
    }
  });

  it('is heard ten times in a minute where it brings other subscriptions on and on', async () => {
    const subscribed = async (): Promise<string | undefined> => {
      const file = path.join(desk.hub.home, 'mission-control', 'phones.json');
      const [kept] = JSON.parse(await readFile(file, 'utf8')) as readonly {
        readonly subscription?: { readonly endpoint: string };
      }[];
      return kept?.subscription?.endpoint;
    };
    const { subscription } = subscriber;
    for (let count = 1; count <= 30; count += 1) {
      const endpoint = `${subscription.endpoint}/${count}`;
      await phone.say({ type: 'subscribe', subscription: { ...subscription, endpoint } });
    }
    const { problem } = await phone.hear('push');
    assert.match(problem ?? '', /too often/);
    await until(subscribed, (endpoint) => assert.equal(endpoint, `${subscription.endpoint}/9`));
    await phone.say({ type: 'subscribe' });
    await until(subscribed, (endpoint) => assert.equal(endpoint, undefined));
  });

  it('is called to a request by title and project, and the desk is told how far that came', async () => {
    const answer = desk.hub.wait(request);
    const [message] = await pushes(1);
    assert.ok(message);
    const { title, body, navigate, tag, data, silent } = message.notification;
    const session = await desk.hub.session(sessionId);
    assert.equal(title, session?.title);
    assert.equal(body, 'shop');
    assert.equal(navigate, `${desk.page}#session=${sessionId}`);
    assert.equal(tag, `session/${sessionId}`);
    assert.equal(silent, undefined);
    assert.equal(message.app_badge, 1);
    assert.equal(message.mutable, true);
    assert.equal(message.web_push, 8030);
    await stage('accepted');
    assert.equal(await receipt('shown', data.push), 204);
    await stage('shown');
    assert.equal(await receipt('opened', data.push), 204);
    const { pushes: reported } = await desk.waitFor(({ pushes: all }) =>
      assert.equal(all?.[0]?.stage, 'opened'),
    );
    assert.deepEqual([reported?.[0]?.sessionId, reported?.[0]?.device], [sessionId, phone.device]);
    await phone.tell(answering(await requestOn(phone)));
    assert.match((await answer).text, /"behavior":"allow"/u);
    await stage('answered');
  });

  it('is shown in the place of the call who answered, silently', async () => {
    const answer = desk.hub.wait(request);
    await pushes(1);
    await stage('accepted');
    await phone.tell(answering(await requestOn(phone)));
    await answer;
    await desk.hub.hook(aHook('PostToolUse', { tool_name: 'Bash', tool_use_id: 'toolu_1' }));
    const [first, second] = await pushes(2);
    assert.equal(second?.notification.tag, first?.notification.tag);
    assert.equal(second?.notification.body, 'Answered on Test phone');
    assert.equal(second?.notification.silent, true);
    const [one, other] = service.taken.map(({ headers }) => headers['topic']);
    assert.equal(one, other);
  });

  it('is shown what is asked where the person wants that, in its language', async () => {
    await writeFile(
      path.join(desk.pageFolder, 'texts.de.json'),
      '{"Answered at the desk":"Am Tisch"}',
    );
    await desk.hub.close();
    desk = await PhoneHub.start(desk.hub.home, {
      isPushService: service.isAt,
      pageFolder: desk.pageFolder,
    });
    await desk.post('settings', { ...settings, pushText: true });
    phone = await desk.phone();
    subscriber = Subscriber.at(service);
    const subscription = { ...subscriber.subscription, language: 'de-AT' };
    await phone.say({ type: 'subscribe', subscription });
    const answer = desk.hub.wait(request);
    const [message] = await pushes(1);
    assert.equal(message?.notification.body, 'shop\nrm -rf build');
    await until(
      () =>
        desk.news?.pushes?.some(
          ({ device, stage: at }) => device === phone.device && at === 'accepted',
        ),
      assert.ok,
    );
    await desk.hub.hook(aHook('PostToolUse', { tool_name: 'Bash', tool_use_id: 'toolu_1' }));
    const [, second] = await pushes(2);
    assert.equal(second?.notification.body, 'Am Tisch');
    await answer;
  });

  it('is called as the last window wanted it, though no window is there any more', async () => {
    await desk.post('settings', { ...settings, pushText: true });
    await phone.hangUp();
    await desk.hub.close();
    desk = await PhoneHub.start(desk.hub.home, {
      isPushService: service.isAt,
      pageFolder: desk.pageFolder,
    });
    desk.desk.close();
    void desk.hub.wait(request).catch(() => undefined);
    const [message] = await pushes(1);
    assert.equal(message?.notification.body, 'shop\nrm -rf build');
  });

  it('is not called in the night, nor twice by the next hub', async () => {
    await desk.hub.post('/api/live/mutes', { mute: { scope: 'all' }, on: true });
    void desk.hub.wait(request).catch(() => undefined);
    await desk.hub.waitFor(sessionId, ({ pendingRequest }) => assert.ok(pendingRequest));
    await until(
      () => readFile(path.join(desk.hub.home, 'mission-control', 'pushed.json'), 'utf8'),
      (text) => assert.match(text, new RegExp(sessionId, 'u')),
    );
    assert.deepEqual(subscriber.messages(service), []);
  });

  it('is asked to subscribe anew where the service says that it is over', async () => {
    service.standing = { status: 410 };
    phone.told.splice(0, phone.told.length, ...phone.told.filter(({ type }) => type !== 'welcome'));
    const { device } = phone;
    assert.equal((await desk.post('push', { device })).status, 204);
    assert.equal((await phone.hear('welcome')).isSubscribed, false);
    const { devices } = await desk.waitFor(({ devices: [one] }) =>
      assert.equal(one?.push?.stage, 'failed'),
    );
    assert.match(devices[0]?.push?.detail ?? '', /Open its page/u);
    assert.equal((await desk.post('push', { device })).status, 409);
    service.standing = undefined;
    await phone.say({ type: 'subscribe', subscription: subscriber.subscription });
    await until(
      async () => (await desk.post('push', { device })).status,
      (status) => assert.equal(status, 204),
    );
  });

  it('learns by a test how long a push takes, and so does the desk', async () => {
    await phone.say({ type: 'testPush' });
    const [message] = await pushes(1);
    assert.equal(await receipt('shown', message?.notification.data.push ?? ''), 204);
    const { shownAfterMs } = await phone.hear('push');
    assert.ok(shownAfterMs !== undefined && shownAfterMs >= 0);
    await desk.waitFor(({ devices }) => assert.equal(devices[0]?.push?.shownAfterMs, shownAfterMs));
  });

  it('hears of the newest test alone', async () => {
    for (const count of [1, 2]) {
      await phone.say({ type: 'testPush' });
      await pushes(count);
    }
    const [first = '', second = ''] = (await pushes(2)).map((one) => one.notification.data.push);
    assert.equal(await receipt('shown', first), 204);
    await phone.answered();
    assert.equal(phone.told.filter(({ type }) => type === 'push').length, 0);
    assert.equal(await receipt('shown', second), 204);
    await phone.hear('push');
  });

  it('learns by a test why none comes', async () => {
    service.standing = { status: 403 };
    await phone.say({ type: 'testPush' });
    assert.match((await phone.hear('push')).problem ?? '', /key/u);
  });

  it('cannot have the hub call an address that is no push service', async () => {
    phone.told.splice(0, phone.told.length, ...phone.told.filter(({ type }) => type !== 'push'));
    const endpoint = `http://127.0.0.1:${desk.hub.port}/api/live/hello`;
    const subscription = { ...subscriber.subscription, endpoint };
    await phone.say({ type: 'subscribe', subscription });
    assert.match((await phone.hear('push')).problem ?? '', /isn’t known here/u);
    assert.equal((await desk.post('push', { device: phone.device })).status, 204);
    await pushes(1); // Sent to its previous subscription.
  });

  it('is believed from its own page alone, in few words', async () => {
    const push = 'p'.repeat(22);
    assert.equal(await receipt('shown', push), 403);
    assert.equal(await receipt('shown', push, { origin: 'https://evil.test' }), 403);
    assert.equal(await receipt('shown', push, {}), 403);
    const headers = { origin: new URL(desk.page).origin };
    const long = { method: 'POST', body: `"${'x'.repeat(5_000)}"`, headers };
    assert.equal((await fetch(`${desk.page}receipt`, long)).status, 413);
    assert.equal((await fetch(`${desk.page}receipt`, { ...long, body: '{' })).status, 400);
    assert.equal((await fetch(`${desk.page}receipt`)).status, 404);
  });

  it('is told nothing more once it was removed', async () => {
    const other = await desk.phone('watch', 'Other');
    await desk.post('remove', { device: phone.device });
    void desk.hub.wait(request).catch(() => undefined);
    await until(
      () => other.pages('update').flatMap(({ changed }) => changed),
      (all) => assert.ok(all.some(({ pendingRequest }) => pendingRequest !== undefined)),
    );
    await desk.post('push', { device: other.device });
    assert.deepEqual(service.taken, []);
  });

  it('gets three tests in a minute, and is told so, however often it or the desk asks', async () => {
    const watcher = await desk.phone('watch', 'Watcher');
    const own = Subscriber.at(service);
    await watcher.say({ type: 'subscribe', subscription: own.subscription });
    await desk.waitFor(({ devices }) => assert.deepEqual(devices[1]?.push, {}));
    for (let count = 0; count < 20; count += 1) await watcher.say({ type: 'testPush' });
    const refused = /Wait a minute/u;
    await until(
      () => watcher.told.flatMap((one) => (one.type === 'push' ? (one.problem ?? []) : [])),
      (problems) => assert.equal(problems.filter((text) => refused.test(text)).length, 17),
    );
    const answer = await desk.post('push', { device: watcher.device });
    assert.equal(answer.status, 429);
    assert.match(answer.text, refused);
    await phone.say({ type: 'testPush' });
    await pushes(1);
    assert.ok(own.messages(service).length <= 3);
  });
});
