import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import {
  CallRouter,
  type CallOrigin,
  type FoundCall,
} from '../../../../src/extension/hub/serve/callRouter';
import { Refusal } from '../../../../src/extension/hub/serve/refusal';
import type { FromPage } from '../../../../src/shared/messages/pageMessages';
import type { Seal } from '../../../../src/shared/protocol/keys';
import { fieldsOf } from '../../../../src/shared/text/fields';
import { aHook, sessionId } from '../../../support/hub/hooks';
import { requestOn } from '../../../support/phone/phoneAnswer';
import { PhoneHub } from '../../../support/phone/phoneHub';
import type { TestPhone } from '../../../support/phone/testPhone';
import { until } from '../../../support/until';

const asks = aHook('PermissionRequest', {
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf build' },
  tool_use_id: 'toolu_1',
});

const otherSession = '5e551011-0000-4000-8000-000000000002';
const minute = 60_000;

type Handle = (
  this: CallRouter,
  found: FoundCall,
  value: unknown,
  origin?: CallOrigin,
) => Promise<unknown>;

/** Records the calls that reach the hub's call table, with their results. */
class Reached {
  readonly lines: string[] = [];
  private pending = 0;
  private readonly restore: () => void;

  constructor(name: (text: string) => string) {
    const handle: Handle = Reflect.get(CallRouter.prototype, 'handle');
    // oxlint-disable-next-line typescript/no-this-alias -- the router's own `this` is another
    const record = this;
    CallRouter.prototype.handle = async function (found: FoundCall, value, origin) {
      if (origin?.channel === undefined) return handle.call(this, found, value, origin);
      record.pending += 1;
      const { seal, ...body } = fieldsOf(value);
      try {
        const outcome = await handle.call(this, found, value, origin);
        const came = outcome instanceof Refusal ? outcome.error : 'done';
        const message = name(
          JSON.stringify(
            Object.fromEntries(
              Object.entries(body).toSorted(([one], [two]) => (one < two ? -1 : 1)),
            ),
          ),
        );
        record.lines.push(
          `${found.name} ${name(found.id)} ${message}${seal ? ' sealed' : ''}: ${came}`,
        );
        return outcome;
      } finally {
        record.pending -= 1;
      }
    };
    this.restore = () => void (CallRouter.prototype.handle = handle);
  }

  idle(): Promise<unknown> {
    return until(
      () => this.pending,
      (count) => assert.equal(count, 0),
    );
  }

  dispose(): void {
    this.restore();
  }
}

/** The message with a field that its call does not have. */
function withMore(message: FromPage): FromPage {
  if (message.type !== 'act') return { ...message, more: 1 } as unknown as FromPage;
  return { ...message, request: { ...message.request, more: 1 } } as unknown as FromPage;
}

/** Messages to the phone that answer something. */
function answersOf(phone: TestPhone): readonly string[] {
  return phone.told.flatMap((one) => {
    if (one.type === 'problem') return `problem: ${one.problem}`;
    if (one.type !== 'page') return [];
    const { message } = one;
    if (message.type === 'undecided') return `undecided: ${message.problem}`;
    if (message.type === 'promptProblem') return `prompt ${message.id}: ${message.problem}`;
    if (message.type === 'unanswered') return `unanswered ${message.name}: ${message.reason}`;
    return message.type === 'answer' ? `answer ${message.name}` : [];
  });
}

describe('What a phone asks for', function () {
  this.timeout(120_000);

  it('is done and refused, act by act, under each seal, as it is written here', async () => {
    const desk = await PhoneHub.start();
    const [phone, other, watcher] = [
      await desk.phone('answer', 'One'),
      await desk.phone('answer', 'Other'),
      await desk.phone('watch', 'Watcher'),
    ];
    const names = new Map<string, string>([
      [phone.device, 'ONE'],
      [other.device, 'OTHER'],
      [watcher.device, 'WATCHER'],
      [sessionId, 'SESSION'],
      [otherSession, 'SECOND'],
    ]);
    const reached = new Reached((text) => {
      let named = text.replace(/"until":\d+/gu, '"until":TIME');
      for (const [value, name] of names) named = named.replaceAll(value, name);
      return named;
    });
    const all: string[] = [];
    const tried = async (what: string, by: TestPhone, act: () => Promise<unknown>) => {
      const [lines, told] = [reached.lines.length, answersOf(by).length];
      await act();
      await by.answered();
      await reached.idle();
      await by.answered();
      all.push([what, ...reached.lines.slice(lines), ...answersOf(by).slice(told)].join('\n    '));
    };
    try {
      await desk.hub.hook(aHook('SessionStart', { session_id: otherSession }));
      const answer = desk.hub.wait(asks);
      const { pendingRequest } = await requestOn(phone);
      await requestOn(watcher);
      await requestOn(other);
      assert.ok(pendingRequest?.call);
      const { call } = pendingRequest;
      const shown = pendingRequest.shown ?? '';
      names.set(call.id, 'CALL').set(shown, 'SHOWN');
      const decide = (more: object = {}): FromPage => ({
        type: 'decide',
        sessionId,
        call: call.id,
        shown,
        decision: { kind: 'deny' },
        ...more,
      });
      let count = 0;
      const add = (text = 'Go on', more: object = {}): FromPage => ({
        type: 'changePrompts',
        sessionId: otherSession,
        change: { kind: 'add', id: `p${(count += 1)}`, text },
        ...more,
      });
      const interrupt = (session = otherSession): FromPage => ({
        type: 'act',
        name: 'act',
        request: { sessionId: session, act: 'interrupt' },
      });
      const sealOf = async (message: FromPage, by = phone, more: object = {}): Promise<Seal> => {
        const signed = phone.signed(message);
        assert.ok(signed);
        return by.seal({ ...signed, ...more });
      };
      const acts: readonly (readonly [string, () => FromPage, FromPage])[] = [
        ['decide', decide, decide({ decision: { kind: 'allow' } })],
        ['prompt', add, add('Delete all')],
        ['interrupt', interrupt, interrupt(sessionId)],
      ];
      const old = new Map<string, readonly [FromPage, Seal]>();
      for (const [name, make] of acts) {
        const message = make();
        old.set(name, [message, await sealOf(message)]);
      }
      await phone.hangUp();
      await phone.connect();
      await requestOn(phone);
      for (const [name, make, changed] of acts) {
        const under = (what: string, message: FromPage, seal: Seal | undefined, by = phone) =>
          tried(`${name} ${what}`, by, () => by.tellUnder(seal, message));
        await under('without a seal', make(), undefined);
        const message = make();
        const good = await sealOf(message);
        await under('with a false signature', message, { ...good, signature: 'A'.repeat(86) });
        await under('with another time', message, { ...good, at: good.at + 1 });
        await under('with another nonce', message, { ...good, nonce: 'n'.repeat(22) });
        const { channels: _own, ...bare } = good;
        await under('with no connection', message, bare);
        await under('with another act', changed, good);
        await under('by another phone', message, await sealOf(message, other));
        await under('of another phone', message, good, other);
        await under('of an earlier connection', ...(old.get(name) ?? assert.fail()));
        await under('for another hub', message, await sealOf(message, phone, { hub: 'hub' }));
        await under(
          'for another line',
          message,
          await sealOf(message, phone, { line: 'l'.repeat(22) }),
        );
        for (const sign of ['decide', 'prompts', 'act', 'handBack', 'endHub'] as const) {
          if (sign === phone.signed(message)?.act) continue;
          await under(`signed as ${sign}`, message, await sealOf(message, phone, { act: sign }));
        }
        for (const window of ['desk', `phone-${other.device}`]) {
          const body = { ...phone.signed(message)?.body, window };
          names.set(window, window === 'desk' ? 'DESK' : 'phone-OTHER');
          await under(
            `signed for ${names.get(window)}`,
            message,
            await sealOf(message, phone, { body }),
          );
        }
        const late = { aheadMs: -6 * minute };
        await under('too late', message, await sealOf(message, phone, late));
        const early = { aheadMs: 6 * minute };
        await under('too early', message, await sealOf(message, phone, early));
        await tried(`${name} by one that watches`, watcher, () => watcher.tell(make()));
        const more = withMore(message);
        await under('with a field that no call has', more, await sealOf(message));
        const next = make();
        const seal = await sealOf(next);
        await under('as it should be', next, seal);
        await under('once more', next, seal);
      }
      await answer;

      await tried('a decision on what was not shown', phone, () =>
        phone.tell(decide({ shown: 'B'.repeat(43) })),
      );
      await tried('a decision on what is over', phone, () => phone.tell(decide()));
      const rules = { kind: 'allow', suggestions: [0] };
      await tried('a decision for good', phone, () => phone.tell(decide({ decision: rules })));
      const accept = { kind: 'approve', acceptEdits: true };
      await tried('a plan with all edits', phone, () => phone.tell(decide({ decision: accept })));

      const mute = (sessionIds: string[], span: 'hour' | 'always'): FromPage => ({
        type: 'act',
        name: 'muteSessions',
        request: { sessionIds, span },
      });
      const unmute = (session: string): FromPage => ({
        type: 'act',
        name: 'unmuteSessions',
        request: { sessionIds: [session] },
      });
      const unsigned: readonly FromPage[] = [
        { type: 'shown', sessionId, call: call.id },
        {
          type: 'act',
          name: 'pin',
          request: { target: { scope: 'session', sessionId }, on: true },
        },
        { type: 'act', name: 'archive', request: { sessionId, archived: true } },
        {
          type: 'act',
          name: 'lookAt',
          request: { of: 'sessions', sessionIds: [sessionId] } as never,
        },
        { type: 'act', name: 'dismissCollision', request: { sessionId, collision: 'c' } },
        { type: 'act', name: 'markReviewed', request: { sessionId, reviewed: true } },
        { type: 'act', name: 'retryMachine', request: { key: 'k' } },
        { type: 'act', name: 'rename', request: { sessionId, name: 'n' } } as never,
        { type: 'act', name: 'mute', request: { mute: { scope: 'all' }, on: true } } as never,
        mute([otherSession, 'nobody', otherSession], 'hour'),
        mute([otherSession], 'always'),
        unmute(otherSession),
        unmute('nobody'),
        { type: 'ask', name: 'details', request: { sessionId } },
        { type: 'ask', name: 'request', request: { sessionId } },
        { type: 'ask', name: 'wholePrompts', request: { sessionId: otherSession } },
        { type: 'ask', name: 'day', request: {} },
        { type: 'ask', name: 'worktree', request: { sessionId } },
        { type: 'ask', name: 'history', request: {} } as never,
      ];
      for (const by of [watcher, phone]) {
        for (const message of unsigned) {
          const name = 'name' in message ? message.name : message.type;
          const who = by === phone ? 'one that answers' : 'one that watches';
          await tried(`${name} by ${who}`, by, () => by.tell(message));
        }
      }
      const expected = await readFile('test/fixtures/phone/acts.txt', 'utf8');
      assert.deepEqual(all.join('\n').split('\n'), expected.trimEnd().split('\n'));
    } finally {
      reached.dispose();
      await desk.dispose();
    }
  });

  it('is given back with the advice to reload where its page is of the version before', async () => {
    const desk = await PhoneHub.start();
    const reached = new Reached((text) => text);
    try {
      const phone = await desk.phone();
      const change = { kind: 'add', id: 'p', text: 'Go on' } as const;
      const prompt: FromPage = { type: 'changePrompts', sessionId, change };
      const signed = phone.signed(prompt);
      const seal = signed && (await phone.seal(signed));
      const shown = 'S'.repeat(43);
      const decide = { type: 'decide', sessionId, call: 'c', shown, decision: { kind: 'allow' } };
      for (const message of [prompt, decide, { type: 'act', name: 'pin', request: {} }]) {
        await phone.say({ type: 'page', message, seal } as never);
      }
      await phone.answered();
      const text = 'Not done: this page belongs to another version of Mission Control. Reload it.';
      assert.deepEqual(answersOf(phone), [
        `problem: ${text}`,
        `prompt p: ${text}`,
        `problem: ${text}`,
        `undecided: ${text}`,
        `problem: ${text}`,
      ]);
      assert.deepEqual(reached.lines, []);
    } finally {
      reached.dispose();
      await desk.dispose();
    }
  });
});
