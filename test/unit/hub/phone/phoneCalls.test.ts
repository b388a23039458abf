import assert from 'node:assert/strict';
import { PhoneCalls } from '../../../../src/extension/hub/phone/phoneCalls';
import type { CallRouter } from '../../../../src/extension/hub/serve/callRouter';
import { callOf, calls, type CallName } from '../../../../src/shared/protocol/calls';

const names = Object.keys(calls) as CallName[];

/** The calls that reach the hub of a phone that makes each call of the table, in every way it has. */
async function reached(rights: {
  readonly scope: 'watch' | 'answer';
  readonly mayAct: boolean;
}): Promise<readonly string[]> {
  const made = new Set<string>();
  const router = {
    handle: ({ name }: { readonly name: string }) => {
      made.add(name);
      return Promise.resolve({});
    },
  } as unknown as CallRouter;
  const { scope, mayAct } = rights;
  const phone = new PhoneCalls(router, {
    scope: () => scope,
    mayAct: () => mayAct,
    channel: 'phone',
  });
  for (const name of names) {
    await phone.call(name, { sessionId: 's' }).catch(() => undefined);
    const seal = { key: '', at: 0, nonce: '', channels: [], signature: '' };
    await phone.signed({ name, session: 's', body: {} } as never, seal).catch(() => undefined);
  }
  return [...made];
}

const forPhones = names.filter((name) => callOf(name).by.includes('phone'));
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
  });
});
