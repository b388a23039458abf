import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answeredFirst } from '../../../src/extension/hub/serve/refusal';
import { HubClient } from '../../../src/extension/link/hubClient';
import { fieldsOf } from '../../../src/shared/text/fields';
import { setLanguage } from '../../../src/shared/words/l10n';
import { anySocketPath, Stranger } from '../../support/hub/wire/stranger';
import { testSigner } from '../../support/hub/testSigner';

interface Heard {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: unknown;
}

describe('A client of the hub', () => {
  let stranger: Stranger;
  let hub: HubClient<'window' | 'runner'>;
  let received: Heard[];
  let answer: (response: ServerResponse) => void;

  beforeEach(async () => {
    received = [];
    answer = (response) => response.writeHead(204).end();
    const socketPath = anySocketPath();
    stranger = await Stranger.start(
      (request, response) => void take(request, response),
      socketPath,
    );
    const reach = { url: 'http://127.0.0.1', token: 'ab', way: { socketPath } };
    const signer = () => Promise.resolve(testSigner);
    hub = new HubClient({ hub: () => reach, window: 'w1', signer });
  });
  afterEach(() => stranger.stop());

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url } = request;
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += String(part);
    received.push({ method, url, body: text === '' ? undefined : JSON.parse(text) });
    answer(response);
  }
  const respondWith = (value: unknown) => (response: ServerResponse) => {
    response.writeHead(200).end(JSON.stringify(value));
  };

  it('puts a request where its row says, and names the window', async () => {
    await hub.call('archive', { sessionId: 'a/b', archived: true });
    await hub.call('shown', { sessionId: 'one', call: 'c1', place: 'card' });
    await hub.call('answerOrder', { order: 'o1', taken: false });
    answer = respondWith({ sessions: [], total: 0, complete: true });
    await hub.call('history', { query: 'two words', limit: 5 });
    assert.deepEqual(received, [
      { method: 'POST', url: '/api/live/sessions/a%2Fb/archive', body: { archived: true } },
      {
        method: 'POST',
        url: '/api/live/sessions/one/shown',
        body: { window: 'w1', call: 'c1', place: 'card' },
      },
      {
        method: 'POST',
        url: '/api/live/windows/w1/answer',
        body: { order: 'o1', taken: false },
      },
      { method: 'GET', url: '/api/live/history?query=two+words&limit=5', body: undefined },
    ]);
  });

  it('leaves out of an address what was not said', async () => {
    answer = (response) => response.writeHead(404).end();
    await assert.rejects(hub.call('day', { day: undefined }), /answered 404/);
    assert.equal(received[0]?.url, '/api/live/day');
  });

  it('rejects with the sentence of the hub, in the language of the window', async () => {
    const refuseWith = (body: object) => (response: ServerResponse) => {
      response.writeHead(409).end(JSON.stringify(body));
    };
    const refused = (): Promise<unknown> => hub.call('act', { sessionId: 'one', act: 'end' });
    setLanguage('de', {
      'This request is no longer waiting.': 'Diese Anfrage ist nicht mehr offen.',
      'It was answered first in {0}.': 'Zuerst wurde in {0} geantwortet.',
    });
    try {
      answer = refuseWith({ error: 'request_gone', message: 'This request is no longer waiting.' });
      await assert.rejects(refused(), /^Error: Diese Anfrage ist nicht mehr offen\.$/);
      const { error, message, label } = answeredFirst('the window “api”');
      assert.equal(message, 'It was answered first in the window “api”.');
      answer = refuseWith({ error, message, label });
      await assert.rejects(refused(), /^Error: Zuerst wurde in the window “api” geantwortet\.$/);
    } finally {
      setLanguage('en', {});
    }
  });

  it('seals what is signed, and nothing else', async () => {
    answer = respondWith({ outcome: 'done' });
    assert.deepEqual(await hub.call('act', { sessionId: 'one', act: 'end' }), { outcome: 'done' });
    await hub.call('archive', { sessionId: 'one', archived: true });
    const [signed, unsigned] = received.map(({ body }) => Object.keys(fieldsOf(body)));
    assert.deepEqual(signed, ['window', 'act', 'seal']);
    assert.deepEqual(unsigned, ['archived']);
  });

  it('rejects an answer of another shape', async () => {
    answer = respondWith({ outcome: 'perhaps' });
    await assert.rejects(hub.call('act', { sessionId: 'one', act: 'end' }));
  });

  it('passes events over that only a newer hub knows', async () => {
    const order = { act: 'end', order: 'o1' };
    const sent = [
      ['alive', '{}'],
      ['hologram', '{}'],
      ['order', 'no json'],
      ['order', JSON.stringify(order)],
    ];
    answer = (response) => {
      response.writeHead(200);
      response.end(sent.map(([type, data]) => `event: ${type}\ndata: ${data}\n\n`).join(''));
    };
    const { signal } = new AbortController();
    const events = [];
    for await (const event of hub.events('runnerOrders', { sessionId: 's' }, signal)) {
      events.push(event);
    }
    assert.deepEqual(events, [
      { type: 'alive', data: {} },
      { type: 'order', data: order },
    ]);
  });
});
