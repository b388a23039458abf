import assert from 'node:assert/strict';
import {
  CallRouter,
  type Handlers,
  type SealCheck,
} from '../../../src/extension/hub/serve/callRouter';
import { refusals } from '../../../src/extension/hub/serve/refusal';
import { callOf, calls, parameterIn, type CallName } from '../../../src/shared/protocol/calls';
import { routes } from '../../../src/shared/protocol/protocol';

/** Handlers of all calls; each returns its name and the request. */
const handlers = Object.fromEntries(
  Object.keys(calls).map((name) => [name, (request: unknown) => ({ name, request })]),
) as unknown as Handlers;
const seals: SealCheck = { verifyAndOpen: () => refusals.unsigned, isForwardable: () => true };
const router = new CallRouter(seals).setHandlers(handlers);

describe('Calls', () => {
  it('go to other machines, but for those that this hub answers for itself alone', async () => {
    const there = (): Promise<unknown> => Promise.resolve('there');
    const joined = { history: there as unknown as Handlers['history'] };
    const isRemote = (id: string): boolean => id === 'away';
    const led = new CallRouter(seals).setHandlers(handlers, {
      joined,
      isForwarded: isRemote,
      forward: there,
    });
    for (const path of [routes.history, `${routes.history}/away`]) {
      const found = led.find(path);
      assert.ok(found);
      assert.equal(await led.handle(found, { query: '' }), 'there');
      assert.notEqual(await led.handle(found, { query: '' }, { isOwn: true }), 'there');
    }
  });

  for (const [path, name, id] of [
    [routes.next, 'next', ''],
    [`${routes.sessions}/one/archive`, 'archive', 'one'],
    [`${routes.sessions}/a%20b%2Fc/archive`, 'archive', 'a b/c'],
    [`${routes.sessions}/%E0%A4/archive`, 'archive', ''],
    [routes.historyText, 'searchTexts', ''],
    [`${routes.history}/texts`, 'pastSession', 'texts'],
  ] as const) {
    it(`are found at ${path}`, () => {
      const found = router.find(path);
      assert.deepEqual([found?.name, found?.id], [name, id]);
    });
  }

  for (const path of [
    '/',
    `${routes.sessions}//archive`,
    `${routes.sessions}/one`,
    `${routes.sessions}/one/archive/`,
    `${routes.sessions}/:sessionId`,
    '/api/other',
  ])
    it(`are not found at ${path}`, () => {
      assert.equal(router.find(path), undefined);
    });

  it('act on a request of their shape and refuse any other', async () => {
    const found = router.find(`${routes.sessions}/one/archive`);
    assert.ok(found);
    assert.equal(await router.handle(found, { archived: 'yes' }), refusals.schema);
    assert.deepEqual(await router.handle(found, { archived: true, sessionId: 'two', more: 1 }), {
      name: 'archive',
      request: { archived: true, sessionId: 'one' },
    });
  });

  it('ask for the seal before the shape where they count only when signed', async () => {
    for (const name of Object.keys(calls) as CallName[]) {
      const { path, signed } = callOf(name);
      const found = router.find(path.replace(/:\w+/u, 'one'));
      assert.equal(found?.name, name);
      const answer = found && (await router.handle(found, undefined));
      assert.equal(answer === refusals.unsigned, signed !== undefined, name);
    }
  });

  it('have one parameter at most', () => {
    for (const { path } of Object.values(calls)) {
      const names = path.split('/:').slice(1);
      assert.ok(names.length <= 1 && names[0]?.split('/')[0] === parameterIn(path), path);
    }
  });
});
