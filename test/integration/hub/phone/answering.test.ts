import assert from 'node:assert/strict';
import type { Answer } from '../../../support/hub/wire/call';
import { aHook, sessionId } from '../../../support/hub/hooks';
import { requestOn } from '../../../support/phone/phoneAnswer';
import { PhoneHub } from '../../../support/phone/phoneHub';
import type { TestPhone } from '../../../support/phone/testPhone';
import { until } from '../../../support/until';
import type { FromPage } from '../../../../src/shared/messages/pageMessages';
import { windowOfPhone } from '../../../../src/shared/protocol/phoneWindow';
import { routes, type PendingRequest } from '../../../../src/shared/protocol/protocol';
import { newPrivateKey, signerOf } from '../../../../src/extension/util/keys/signing';

const request = aHook('PermissionRequest', {
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf build' },
  tool_use_id: 'toolu_1',
});

/** The request as the phone's page has it. */
async function shownOn(phone: TestPhone): Promise<PendingRequest> {
  const { pendingRequest } = await requestOn(phone);
  assert.ok(pendingRequest);
  return pendingRequest;
}

function allow(shown: PendingRequest, change: object = {}): FromPage {
  const payload = {
    call: shown.call?.id ?? '',
    shown: shown.shown ?? '',
    decision: { kind: 'allow' },
  };
  return { type: 'decide', sessionId, ...payload, ...change } as FromPage;
}

const refusal = (phone: TestPhone): Promise<string> =>
  until(
    () => phone.pages('undecided').at(-1)?.problem ?? '',
    (problem) => assert.notEqual(problem, ''),
  );

describe('A paired phone', () => {
  let desk: PhoneHub;
  beforeEach(async () => {
    desk = await PhoneHub.start();
  });
  afterEach(() => desk.dispose());

  it('gets the board, and what it allows reaches the client', async () => {
    const phone = await desk.phone();
    const answer = desk.hub.wait(request);
    await phone.tell(allow(await shownOn(phone)));
    assert.match((await answer).text, /"behavior":"allow"/);
  });

  it('is somebody to wait for with no window open, even in a pocket', async () => {
    const phone = await desk.phone();
    await phone.hangUp();
    desk.desk.close();
    const answer = desk.hub.wait(request);
    await desk.hub.waitFor(sessionId, ({ pendingRequest }) =>
      assert.equal(pendingRequest?.call?.answerable, true),
    );
    await phone.connect();
    await phone.tell(allow(await shownOn(phone)));
    assert.match((await answer).text, /"behavior":"allow"/);
  });

  it('decides nothing where it may only watch', async () => {
    const phone = await desk.phone('watch');
    const answer = desk.hub.wait(request);
    assert.equal(phone.pages('snapshot')[0]?.control.status, 'off');
    await phone.tell(allow(await shownOn(phone)));
    assert.match(await refusal(phone), /only watch/);
    await allowAtDesk(desk, answer);
  });

  it('decides nothing that it was not shown, nor without its own signature', async () => {
    const phone = await desk.phone();
    const answer = desk.hub.wait(request);
    const shown = await shownOn(phone);
    await phone.tell(allow({ ...shown, shown: 'A'.repeat(43) }));
    assert.match(await refusal(phone), /changed while you were looking/);
    phone.told.splice(0, phone.told.length, ...phone.told.filter(({ type }) => type !== 'page'));
    await phone.tell(allow(shown), { signature: 'A'.repeat(86) });
    assert.match(await refusal(phone), /signature/);
    await allowAtDesk(desk, answer);
  });

  it('allows nothing for good', async () => {
    const phone = await desk.phone();
    const rule = { type: 'addRules', rules: [{ toolName: 'Bash' }], behavior: 'allow' };
    const answer = desk.hub.wait({ ...request, permission_suggestions: [rule] });
    const shown = await shownOn(phone);
    await phone.tell(allow(shown, { decision: { kind: 'allow', suggestions: [0] } }));
    assert.match(await refusal(phone), /allows something once/);
    await allowAtDesk(desk, answer);
  });

  it('speaks for itself alone, and no window for it', async () => {
    const [phone, other] = [await desk.phone(), await desk.phone()];
    const answer = desk.hub.wait(request);
    const { call, shown } = await shownOn(phone);
    const body = (window: string): object => ({
      window,
      call: call?.id,
      shown,
      decision: { kind: 'allow' },
    });
    const refused = async (posted: Promise<Answer>): Promise<void> =>
      assert.match((await posted).text, /"not_signed"/);
    const decide = `${routes.sessions}/${sessionId}/decide`;
    for (const window of ['desk', windowOfPhone(other.device)]) {
      const seal = await phone.seal({ act: 'decide', session: sessionId, body: body(window) });
      await refused(desk.hub.post(decide, { ...body(window), seal }));
    }
    await refused(desk.hub.signed('decide', sessionId, body(windowOfPhone(phone.device))));
    const key = { window: 'desk', publicKey: signerOf(newPrivateKey()).publicKey };
    const seal = await phone.seal({ act: 'acceptKey', session: '', body: key });
    await refused(desk.hub.post(`${routes.keys}/accept`, { ...key, seal }));
    await allowAtDesk(desk, answer);
  });

  it('signs for its own connection, and for no other way to the hub', async () => {
    const phone = await desk.phone();
    const answer = desk.hub.wait(request);
    const shown = await shownOn(phone);
    const message = allow(shown);
    const call = phone.signed(message);
    assert.ok(call);
    const decide = `${routes.sessions}/${sessionId}/decide`;
    const sealed = { ...call.body, seal: await phone.seal(call) };
    assert.match((await desk.hub.post(decide, sealed)).text, /"not_signed"/);
    const { channels: _own, ...bare } = sealed.seal;
    assert.match((await desk.hub.post(decide, { ...sealed, seal: bare })).text, /"not_signed"/);
    const elsewhere = await phone.seal(call);
    await phone.hangUp();
    await phone.connect();
    await phone.tellUnder(elsewhere, message);
    assert.match(await refusal(phone), /signature/);
    await phone.tell(allow(await shownOn(phone)));
    assert.match((await answer).text, /"behavior":"allow"/);
  });

  it('is no name that a window can have', async () => {
    const phone = await desk.phone();
    const window = windowOfPhone(phone.device);
    const offer = { window, label: 'Desk', enabled: false, disabledProjects: [] };
    assert.equal((await desk.hub.post(routes.control, offer)).status, 403);
    assert.equal((await desk.hub.post(`${routes.control}/desk`, offer)).status, 409);
    const stream = desk.hub.stream(window);
    await stream.waitFor((frames) => assert.ok(frames.length > 0));
    assert.deepEqual(stream.messages, []);
  });

  it('signs by the hub’s clock where its own is wrong', async () => {
    const phone = await desk.phone();
    await phone.hangUp();
    phone.wrongBy = -3 * 60 * 60_000;
    await phone.connect();
    const answer = desk.hub.wait(request);
    await phone.tell(allow(await shownOn(phone)));
    assert.match((await answer).text, /"behavior":"allow"/);
  });

  it('is told who was first where another answers', async () => {
    const [one, other] = [await desk.phone('answer', 'One'), await desk.phone('answer', 'Other')];
    const answer = desk.hub.wait(request);
    const shown = await shownOn(one);
    await shownOn(other);
    await one.tell(allow(shown));
    assert.match((await answer).text, /"behavior":"allow"/);
    await other.tell(allow(shown));
    assert.match(await refusal(other), /One/);
  });

  it('queues a prompt', async () => {
    const phone = await desk.phone();
    await desk.hub.hook(aHook('SessionStart'));
    await desk.hub.waitFor(sessionId, (session) => assert.ok(session));
    const change = { kind: 'add', id: 'a', text: 'And the tests, please' } as const;
    await phone.tell({ type: 'changePrompts', sessionId, change });
    const { prompting } = await desk.hub.waitFor(sessionId, (session) =>
      assert.equal(session.prompting?.prompts[0]?.id, 'a'),
    );
    assert.equal(prompting?.prompts[0]?.isForeign, undefined);
  });

  it('mutes a session for every place, for an hour or for good, and takes that back', async () => {
    const [phone, watcher] = [await desk.phone(), await desk.phone('watch', 'Watcher')];
    await desk.hub.hook(aHook('SessionStart'));
    await desk.hub.waitFor(sessionId, (session) => assert.ok(session));
    const muted = (one: TestPhone) => one.pages('mutes').at(-1)?.mutes;
    const mute = (span: 'hour' | 'always', ids = [sessionId]): FromPage => ({
      type: 'act',
      name: 'muteSessions',
      request: { sessionIds: ids, span },
    });
    const request = { sessionIds: [sessionId] };
    const unmute: FromPage = { type: 'act', name: 'unmuteSessions', request };
    const before = Date.now();
    await phone.tell(mute('hour', [sessionId, 'of-no-board']));
    await until(
      () => muted(watcher),
      (all = []) => {
        assert.equal(all.length, 1);
        const [{ until: end = 0 } = {}] = all;
        assert.ok(end >= before + 3_600_000 && end <= Date.now() + 3_600_000, String(end));
      },
    );
    await phone.tell(mute('always'));
    await until(
      () => muted(watcher),
      (all) => assert.deepEqual(all, [{ scope: 'session', sessionId }]),
    );
    await watcher.tell(unmute);
    await until(
      () => watcher.told.filter(({ type }) => type === 'problem'),
      ([first]) => assert.match(JSON.stringify(first), /only watch/),
    );
    await phone.tell(unmute);
    await until(
      () => muted(watcher),
      (all) => assert.deepEqual(all, []),
    );
  });

  it('does nothing any more once it was removed, at once and later', async () => {
    const phone = await desk.phone();
    const { device } = phone;
    assert.equal((await desk.post('remove', { device })).status, 204);
    await until(
      () => phone.closedBy,
      (code) => assert.ok(code !== undefined),
    );
    await desk.phone(); // Keeps the listener open.
    await assert.rejects(phone.knock(device), /Closed by 4001/);
  });

  it('signs nothing that counts once it was removed, or may only watch', async () => {
    const watcher = await desk.phone('answer', 'Watcher');
    const removed = await desk.phone('answer', 'Removed');
    await desk.hub.hook(aHook('SessionStart'));
    const prompts = async (): Promise<readonly string[]> =>
      (await desk.hub.session(sessionId))?.prompting?.prompts.map(({ id }) => id) ?? [];
    const addPrompt = (id: string): FromPage => {
      const change = { kind: 'add', id, text: 'And the tests, please' } as const;
      return { type: 'changePrompts', sessionId, change };
    };
    const queues = async (phone: TestPhone, id: string): Promise<void> => {
      await phone.tell(addPrompt(id));
      await until(prompts, (ids) => assert.ok(ids.includes(id), ids.join()));
    };
    const isRefused = async (phone: TestPhone, id: string): Promise<void> => {
      await phone.tell(addPrompt(id));
      await until(
        () => phone.pages('promptProblem'),
        (problems) => assert.ok(problems.some((one) => one.id === id)),
      );
      assert.ok(!(await prompts()).includes(id));
    };
    const signingKey = desk.news?.devices.find(({ id }) => id === watcher.device)?.signingKey ?? '';
    const scope = (verdict: string) => desk.judge(verdict, { device: watcher.device, signingKey });
    await queues(watcher, 'a');
    await queues(removed, 'b');
    assert.equal((await scope('watch')).status, 204);
    assert.equal((await desk.post('remove', { device: removed.device })).status, 204);
    await isRefused(watcher, 'c');
    const call = removed.signed(addPrompt('d'));
    assert.ok(call);
    const late = { ...call.body, seal: await removed.seal(call) };
    assert.equal(
      (await desk.hub.post(`${routes.sessions}/${sessionId}/prompts`, late)).status,
      403,
    );
    assert.equal((await scope('answer')).status, 204);
    await queues(watcher, 'e');
  });

  it('changes nothing while no editor vouches for it', async () => {
    const phone = await desk.phone();
    await desk.hub.hook(aHook('SessionStart'));
    await phone.hangUp();
    await desk.hub.close();
    const next = await PhoneHub.serving(desk.pageFolder, desk.port, desk.hub.home);
    try {
      await phone.connect();
      const request = { target: { scope: 'session', sessionId }, on: true } as const;
      await phone.tell({ type: 'act', name: 'pin', request });
      assert.match((await phone.hear('problem')).problem, /Confirm this phone again/);
    } finally {
      await next.hub.close();
    }
  });

  it('is known to the next hub, and may answer where an editor knows its key', async () => {
    const phone = await desk.phone();
    await phone.hangUp();
    const { signingKey } = desk.news?.devices[0] ?? {};
    await desk.hub.close();
    const next = await PhoneHub.start(desk.hub.home);
    try {
      await next.waitFor(({ devices }) => {
        assert.equal(devices.length, 1);
        assert.equal(devices[0]?.isConfirmed, false);
      });
      const asked = { device: phone.device, signingKey: signingKey ?? '' };
      assert.equal((await next.judge('answer', asked)).status, 204);
      await next.waitFor(({ devices }) => assert.equal(devices[0]?.isConfirmed, true));
    } finally {
      await next.hub.close();
    }
  });
});

/** Asserts that the request is still open, by allowing it at the desk. */
async function allowAtDesk(desk: PhoneHub, answer: Promise<Answer>): Promise<void> {
  const { pendingRequest } = (await desk.hub.session(sessionId)) ?? {};
  assert.equal(pendingRequest?.call?.fate, 'open');
  const { requestDigest } = await import('../../../../src/extension/util/keys/signing');
  assert.ok(pendingRequest);
  void desk.hub.signed('decide', sessionId, {
    window: 'desk',
    call: pendingRequest.call?.id,
    shown: requestDigest(pendingRequest),
    decision: { kind: 'allow' },
  });
  assert.match((await answer).text, /"behavior":"allow"/);
}
