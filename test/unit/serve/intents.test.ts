import assert from 'node:assert/strict';
import * as z from 'zod';
import { intent, Intents } from '../../../src/extension/hub/serve/intents';
import { refusals } from '../../../src/extension/hub/serve/refusal';

describe('Intents', () => {
  const taken: unknown[] = [];
  const take = intent(z.object({ on: z.boolean() }), (body, id) => {
    taken.push([id, body]);
    return { answer: 'done' };
  });
  const intents = new Intents({ '/api/all': take, '/api/things/:id/switch': take });

  for (const [path, id] of [
    ['/api/all', ''],
    ['/api/things/one/switch', 'one'],
    ['/api/things/a%20b%2Fc/switch', 'a b/c'],
    ['/api/things/%E0%A4/switch', ''],
  ] as const) {
    it(`are found at ${path}`, () => {
      assert.equal(intents.at(path)?.id, id);
    });
  }

  for (const path of [
    '/',
    '/api/things//switch',
    '/api/things/one',
    '/api/things/one/switch/',
    '/api/other',
  ])
    it(`are not found at ${path}`, () => {
      assert.equal(intents.at(path), undefined);
    });

  it('act on a body of their shape and refuse any other', async () => {
    const found = intents.at('/api/things/one/switch');
    assert.deepEqual(await found?.intent({ on: 'yes' }, found.id), { refusal: refusals.schema });
    assert.deepEqual(taken, []);
    assert.deepEqual(await found?.intent({ on: true }, found.id), { answer: 'done' });
    assert.deepEqual(taken, [['one', { on: true }]]);
  });
});
