import assert from 'node:assert/strict';
import type { FromPage, ToPage } from '../../../../src/shared/messages/pageMessages';
import type { ToReader } from '../../../../src/shared/messages/readerMessages';
import { windowOfPhone } from '../../../../src/shared/protocol/phoneWindow';
import { routes, type LiveSession } from '../../../../src/shared/protocol/protocol';
import { aHook, sessionId } from '../../../support/hub/hooks';
import { compiledEntry, type HubScript } from '../../../support/hub/process/hubScript';
import { hubTarget, postHook, type HookTarget } from '../../../support/hub/wire/hubTarget';
import { beginSession } from '../../../support/machines/machineDesk';
import { OtherMachine } from '../../../support/machines/otherMachine';
import { answering, requestOn } from '../../../support/phone/phoneAnswer';
import { PhoneHub } from '../../../support/phone/phoneHub';
import { PushService } from '../../../support/phone/pushService';
import { Subscriber } from '../../../support/phone/subscriber';
import type { TestPhone } from '../../../support/phone/testPhone';
import { TranscriptLines } from '../../../support/transcript/transcriptLines';
import { until } from '../../../support/until';

const rule = { type: 'addRules', rules: [{ toolName: 'Bash' }], behavior: 'allow' };

const asked = aHook('PermissionRequest', {
  tool_name: 'Bash',
  tool_input: { command: 'make train' },
  permission_suggestions: [rule],
});

describe('A phone of a desk with another machine', function () {
  this.timeout(60_000);
  let script: HubScript;
  let desk: PhoneHub;
  let gpu: OtherMachine;
  let service: PushService;
  let target: HookTarget;
  let answer: Promise<string> | undefined;

  before(async () => {
    script = await compiledEntry('src/extension/hub/main.ts');
  });
  after(() => script.remove());

  beforeEach(async () => {
    service = await PushService.start();
    desk = await PhoneHub.start(undefined, { isPushService: service.isAt });
    gpu = await OtherMachine.make('gpu', script.file);
    const wish = { machines: [gpu.setting], label: 'the desk' };
    assert.equal((await desk.hub.post(routes.machines, wish)).status, 204);
    await until(
      async () => (await desk.hub.summary()).machines?.[0],
      (card) => assert.equal(card?.status, 'connected', card?.fault),
    );
    target = await hubTarget(gpu.home);
    answer = undefined;
  });
  afterEach(async () => {
    await desk.dispose();
    await answer?.catch(() => undefined);
    await gpu.remove();
    await service.close();
  });

  /** Sends a request; resolves with the final answer to the client there. */
  function ask(): Promise<string> {
    const headers = {
      authorization: `Bearer ${target.token}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify(asked);
    answer = fetch(`${target.url}${routes.hook}?wait=1`, { method: 'POST', headers, body }).then(
      (response) => response.text(),
    );
    answer.catch(() => undefined); // Its hub may end before it is answered.
    return answer;
  }

  /** The machine's session as the desk's hub shows it. */
  const session = (assertion: (one: LiveSession) => void = () => undefined): Promise<LiveSession> =>
    until(
      async () => (await desk.hub.board()).sessions.find((one) => one.machine?.name === 'gpu'),
      (one) => {
        assert.ok(one);
        assertion(one);
      },
    ) as Promise<LiveSession>;

  const last = <Type extends ToPage['type']>(
    phone: TestPhone,
    type: Type,
  ): Promise<Extract<ToPage, { readonly type: Type }>> =>
    until(
      () => phone.pages(type).at(-1),
      (one) => assert.ok(one),
    ) as never;

  it('allows there by its own signature', async () => {
    const phone = await desk.phone();
    const answered = ask();
    const shown = await requestOn(phone);
    assert.equal(shown.machine?.name, 'gpu');
    await phone.tell(answering(shown));
    assert.match(await answered, /"behavior":\s*"allow"/);
  });

  it('decides nothing there under a seal for another line, hub, session, window or phone', async () => {
    const [phone, other] = [await desk.phone(), await desk.phone('answer', 'Other')];
    const answered = ask();
    const shown = await requestOn(phone);
    const allow = answering(shown);
    const signed = phone.signed(allow);
    assert.ok(signed?.line);
    const { line: _line, ...noLine } = signed;
    const { hub: _hub, ...hubHere } = signed;
    const changed = (body: object) => ({ ...signed, body: { ...signed.body, ...body } });
    const denied = phone.signed(answering(shown, { kind: 'deny' }));
    assert.ok(denied);
    const seals = await Promise.all([
      ...[
        noLine,
        hubHere,
        denied,
        { ...signed, line: 'l'.repeat(22) },
        { ...signed, session: sessionId },
        { ...signed, act: 'prompts' as const },
        changed({ window: windowOfPhone(phone.device) }),
        changed({ shown: 'B'.repeat(43) }),
        { ...signed, aheadMs: signed.aheadMs - 360_000 },
      ].map((statement) => phone.seal(statement)),
      other.seal(signed),
    ]);
    for (const seal of seals) await phone.tellUnder(seal, allow);
    const problems = await until(
      () => phone.pages('undecided').map(({ problem }) => problem),
      (all) => assert.equal(all.length, seals.length),
    );
    assert.deepEqual(
      problems.filter((problem) => !/signature|signed too long/u.test(problem)),
      [],
    );
    await session(({ pendingRequest }) => assert.equal(pendingRequest?.call?.fate, 'open'));
    await phone.tellUnder(await phone.seal(signed), allow);
    assert.match(await answered, /"behavior":\s*"allow"/);
  });

  it('allows nothing for good there either', async () => {
    const phone = await desk.phone();
    const answered = ask();
    const shown = await requestOn(phone);
    await phone.tell(answering(shown, { kind: 'allow', suggestions: [0] }));
    assert.match((await last(phone, 'undecided')).problem, /allows something once/);
    await phone.tell(answering(shown, { kind: 'deny', message: 'Not now' }));
    assert.match(await answered, /"behavior":\s*"deny"/);
  });

  it('does nothing there where it may only watch', async () => {
    const watcher = await desk.phone('watch');
    void ask();
    const shown = await requestOn(watcher);
    await watcher.tell(answering(shown));
    assert.match((await last(watcher, 'undecided')).problem, /only watch/);
    const change = { kind: 'add', id: 'a', text: 'Go on' } as const;
    await watcher.tell({ type: 'changePrompts', sessionId: shown.sessionId, change });
    assert.match((await last(watcher, 'promptProblem')).problem, /only watch/);
    const interrupt: FromPage = {
      type: 'act',
      name: 'act',
      request: { sessionId: shown.sessionId, act: 'interrupt' },
    };
    await watcher.tell(interrupt);
    assert.match((await watcher.hear('problem')).problem, /only watch/);
    await session(({ pendingRequest }) => assert.equal(pendingRequest?.call?.fate, 'open'));
  });

  it('queues a prompt there, and dismisses and pins what is there', async () => {
    const phone = await desk.phone();
    await postHook(target, aHook('SessionStart'));
    const { sessionId: address } = await session();
    assert.notEqual(address, sessionId);
    const change = { kind: 'add', id: 'a', text: 'And the tests, please' } as const;
    await phone.tell({ type: 'changePrompts', sessionId: address, change });
    await session(({ prompting }) => assert.equal(prompting?.prompts[0]?.id, 'a'));
    const request = { target: { scope: 'session', sessionId: address }, on: true } as const;
    await phone.tell({ type: 'act', name: 'pin', request });
    await session(({ pinned }) => assert.equal(pinned, true));
  });

  it('is called once to a request there, and its tap leads to that card', async () => {
    const settings = { pushAfterSeconds: 0, pushText: false, pingUrl: '' };
    assert.equal((await desk.post('settings', settings)).status, 204);
    const phone = await desk.phone();
    const subscriber = Subscriber.at(service);
    await phone.say({ type: 'subscribe', subscription: subscriber.subscription });
    await desk.waitFor(({ devices }) => assert.deepEqual(devices[0]?.push, {}));
    const answered = ask();
    const shown = await requestOn(phone);
    const [push] = await until(
      () => subscriber.messages(service),
      (all) => assert.equal(all.length, 1),
    );
    const { body = '', navigate } = push?.notification ?? {};
    assert.match(body, /gpu/);
    assert.equal(
      new URLSearchParams(new URL(navigate ?? '').hash.slice(1)).get('session'),
      shown.sessionId,
    );
    await phone.tell(answering(shown));
    await answered;
    await session(({ agentState }) => assert.notEqual(agentState.group, 'needs_you'));
    const all = subscriber.messages(service);
    const tags = new Set(all.map(({ notification }) => notification.tag));
    assert.equal(tags.size, 1, JSON.stringify(all));
  });

  it('reads the transcript of a session there', async () => {
    const phone = await desk.phone('watch');
    const lines = new TranscriptLines().prompt('Train it').text('Training').lines;
    await beginSession(gpu.home, lines);
    const { sessionId: address } = await session((one) => assert.equal(one.hasTranscript, true));
    const say = (message: object): Promise<void> =>
      phone.say({ type: 'reader', target: { sessionId: address }, message } as never);
    await say({ type: 'ready' });
    await say({ type: 'read', request: 1, where: 'end', at: 0 });
    const readerMessages = (): readonly ToReader[] =>
      phone.told.flatMap((one) => (one.type === 'reader' ? [one.message] : []));
    await until(readerMessages, (all) =>
      assert.match(JSON.stringify(all), /"type":"lines".*Training/),
    );
  });
});
