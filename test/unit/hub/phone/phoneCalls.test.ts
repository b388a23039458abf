import assert from 'node:assert/strict';
import { PhoneCalls } from '../../../../src/extension/hub/phone/phoneCalls';
import type { CallRouter } from '../../../../src/extension/hub/serve/callRouter';
import {
  callOf,
  calls,
  type CallFromPhone,
  type CallName,
  type PhoneCallName,
} from '../../../../src/shared/protocol/calls';
import { addressOf } from '../../../../src/shared/protocol/machines/address';
import { aMachineCard } from '../../../support/machines/machineCard';

const names = Object.keys(calls) as CallName[];
const seal = { key: '', at: 0, nonce: '', channels: [], signature: '' };
const sessionId = 's';
const shown = 'S'.repeat(43);
const machineId = 'm0123456789abcdef';
const there = { hub: 'hub there', window: 'desk there', line: 'line there' };

/** A request of each call that phones make. */
const payloads: { readonly [Name in PhoneCallName]: CallFromPhone<Name> } = {
  request: { sessionId },
  details: { sessionId },
  wholePrompts: { sessionId },
  day: {},
  review: { sessionId, scope: 'all' },
  reviewText: { sessionId, scope: 'all', path: '/a', side: 'after' },
  archive: { sessionId, archived: true },
  pin: { target: { scope: 'session', sessionId }, on: true },
  lookAt: { of: 'all' },
  dismissCollision: { sessionId, collision: 'c' },
  markReviewed: { sessionId, reviewed: true },
  muteSessions: { sessionIds: [sessionId] },
  unmuteSessions: { sessionIds: [sessionId] },
  shown: { sessionId, call: 'c', place: 'card' },
  decide: { sessionId, call: 'c', shown, decision: { kind: 'deny' } },
  changePrompts: { sessionId, change: { kind: 'go' } },
  giveGrant: {
    sessionId,
    call: 'c',
    shown,
    rule: { kind: 'command', command: 'npm test', cwd: '/p' },
    scope: 'session',
    project: '/p',
  },
  endGrant: { grantId: 'g' },
  endGrants: {},
  grantUses: {},
  act: { sessionId, act: 'interrupt' },
};

interface Made {
  readonly name: string;
  readonly id: string;
  readonly value: object;
}

/** A phone, with a record of the calls that reach its hub. */
function aPhone(rights: { readonly scope?: 'watch' | 'answer'; readonly mayAct?: boolean } = {}) {
  const made: Made[] = [];
  const router = {
    handle: ({ name, id }: Omit<Made, 'value'>, value: object) => {
      made.push({ name, id, value });
      return Promise.resolve({});
    },
  } as unknown as CallRouter;
  const { scope = 'answer', mayAct = true } = rights;
  const phone = new PhoneCalls(router, {
    scope: () => scope,
    mayAct: () => mayAct,
    channel: 'phone',
    window: () => 'phone-x',
    machines: () => [{ ...aMachineCard({ machineId }), there }],
  });
  return { made, phone };
}

/** Calls that reach the hub when a phone makes every call of the table with a seal. */
async function reached(rights: {
  readonly scope: 'watch' | 'answer';
  readonly mayAct: boolean;
}): Promise<readonly string[]> {
  const { phone, made } = aPhone(rights);
  const requests: Partial<Record<CallName, object>> = payloads;
  for (const name of names) {
    await phone.call(name, requests[name] ?? { sessionId }, seal).catch(() => undefined);
  }
  return made.map(({ name }) => name);
}

const forPhones = names.filter((name) =>
  callOf(name).by.some((caller) => caller === 'phone' || caller === 'seal'),
);
const reading = forPhones.filter((name) => callOf(name).method === 'GET');

describe('The calls of a phone', () => {
  it('that may watch only read, but for the mark that a session was seen', async () => {
    for (const rights of [
      { scope: 'watch', mayAct: false },
      { scope: 'watch', mayAct: true },
      { scope: 'answer', mayAct: false },
    ] as const) {
      assert.deepEqual((await reached(rights)).toSorted(), [...reading, 'lookAt'].toSorted());
    }
  });

  it('that may answer are those of the table that are for phones', async () => {
    const all = await reached({ scope: 'answer', mayAct: true });
    assert.deepEqual(all.toSorted(), forPhones.toSorted());
    assert.deepEqual(all.toSorted(), Object.keys(payloads).toSorted());
  });

  it('need a seal where their row is signed, and are marked so in the table', async () => {
    const { phone, made } = aPhone();
    for (const name of forPhones) {
      const { signed, by } = callOf(name);
      assert.equal(by.includes('seal'), signed !== undefined, name);
      if (signed === undefined) continue;
      await assert.rejects(phone.call(name, payloads[name as PhoneCallName]), /signature/u);
    }
    assert.deepEqual(made, []);
  });

  it('ask for no more than a phone may', async () => {
    const { phone, made } = aPhone();
    const more: readonly (readonly [string, object])[] = [
      ...['end', 'terminate', 'release', 'openPermissions'].map(
        (act) => ['act', { sessionId, act }] as const,
      ),
      ['shown', { sessionId, call: 'c', place: 'dialog' }],
      ['mute', { mute: { scope: 'all' }, on: true }],
      ['pin', { target: { scope: 'project', path: '/a' }, on: true }],
      ['muteSessions', { sessionIds: [sessionId], span: 'week' }],
      ['toString', {}],
      ['archive', { archived: true }],
      ['archive', { sessionId: '', archived: true }],
      ['day', { '': 's' }],
    ];
    for (const [name, request] of more) {
      await assert.rejects(phone.call(name, request, seal), /possible/u, JSON.stringify(request));
    }
    for (const decision of [
      { kind: 'allow', suggestions: [0] },
      { kind: 'approve', acceptEdits: true },
    ]) {
      await assert.rejects(phone.call('decide', { ...payloads.decide, decision }, seal), /once/u);
    }
    assert.deepEqual(made, []);
  });

  it('are made in the name of this phone, and at another machine in that of its desk, whatever they say', async () => {
    const { phone, made } = aPhone();
    const address = addressOf({ machineId, sessionId });
    for (const id of [sessionId, address]) {
      for (const name of ['decide', 'act', 'shown'] as const) {
        const request = { ...payloads[name], sessionId: id, window: 'desk', more: 1 };
        await phone.call(name, request, seal);
      }
    }
    const about = ({ name, id, value }: Made) => [name, id, value];
    const decide = { call: 'c', shown, decision: { kind: 'deny' } };
    const by = { window: 'phone-x' };
    const desk = { window: 'desk there' };
    assert.deepEqual(made.map(about), [
      ['decide', sessionId, { ...decide, ...by, seal }],
      ['act', sessionId, { act: 'interrupt', ...by, seal }],
      ['shown', sessionId, { call: 'c', place: 'card', ...by }],
      ['decide', address, { ...decide, ...desk, seal }],
      ['act', address, { act: 'interrupt', ...desk, seal }],
      ['shown', address, { call: 'c', place: 'card', ...by }],
    ]);
  });
});
