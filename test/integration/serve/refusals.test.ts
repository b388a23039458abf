import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { errorAnswerSchema } from '../../../src/shared/protocol/errorAnswer';
import { routes } from '../../../src/shared/protocol/protocol';
import { call, type Answer, type CallOptions } from '../../support/hub/wire/call';
import { aHook, sessionId } from '../../support/hub/hooks';
import { TestHub } from '../../support/hub/testHub';

const marker = 'MARKER-that-no-answer-may-carry';
const good = JSON.stringify(aHook('Stop', { last_assistant_message: marker }));
const megabyte = Buffer.alloc(1024 * 1024, 0x20);

function* megabytes(count: number): Iterable<Buffer> {
  for (let sent = 0; sent < count; sent += 1) yield megabyte;
}

interface BadCall {
  readonly title: string;
  readonly path?: string;
  readonly method?: string;
  /** `undefined` omits a header. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: CallOptions['body'];
  readonly status: number;
  readonly slug: string;
}

const badCalls: readonly BadCall[] = [
  {
    title: 'no token',
    headers: { authorization: undefined },
    status: 401,
    slug: 'bad_token',
  },
  {
    title: 'a wrong token',
    headers: { authorization: `Bearer ${'0'.repeat(64)}` },
    status: 401,
    slug: 'bad_token',
  },
  {
    title: 'a token that is no token',
    headers: { authorization: 'Basic dXNlcjpwYXNz' },
    status: 401,
    slug: 'bad_token',
  },
  {
    title: 'a foreign host',
    headers: { host: 'attacker.example' },
    status: 403,
    slug: 'bad_host',
  },
  {
    title: 'this host with another port',
    headers: { host: '127.0.0.1:1' },
    status: 403,
    slug: 'bad_host',
  },
  {
    title: 'a foreign origin',
    headers: { origin: 'https://attacker.example' },
    status: 403,
    slug: 'foreign_origin',
  },
  { title: 'the origin null', headers: { origin: 'null' }, status: 403, slug: 'foreign_origin' },
  { title: 'text that is not JSON', body: `{"${marker}`, status: 400, slug: 'not_json' },
  { title: 'an empty body', body: '', status: 400, slug: 'not_json' },
  { title: 'JSON that is no object', body: `["${marker}"]`, status: 400, slug: 'bad_shape' },
  {
    title: 'no session id',
    body: JSON.stringify({ hook_event_name: 'Stop', message: marker }),
    status: 400,
    slug: 'bad_shape',
  },
  {
    title: 'an empty session id',
    body: JSON.stringify({ session_id: '', hook_event_name: 'Stop' }),
    status: 400,
    slug: 'bad_shape',
  },
  {
    title: 'no event name',
    body: JSON.stringify({ session_id: sessionId, message: marker }),
    status: 400,
    slug: 'bad_shape',
  },
  {
    title: 'an input nested beyond reason',
    body: good.replace(/\}$/, `,"tool_input":${'['.repeat(60_000)}${']'.repeat(60_000)}}`),
    status: 400,
    slug: 'bad_shape',
  },
  {
    title: '20 MB with an announced length',
    body: Buffer.alloc(20 * 1024 * 1024, 0x20),
    status: 413,
    slug: 'too_large',
  },
  {
    title: '20 MB without an announced length',
    body: { [Symbol.iterator]: () => megabytes(20)[Symbol.iterator]() },
    status: 413,
    slug: 'too_large',
  },
  { title: 'a wrong method', method: 'PUT', status: 405, slug: 'bad_method' },
  { title: 'an unknown path', path: '/api/live/other', status: 404, slug: 'no_such_route' },
  {
    title: 'a request of a session that asks nothing',
    method: 'GET',
    path: `${routes.sessions}/${sessionId}/request`,
    body: '',
    status: 404,
    slug: 'no_open_request',
  },
  { title: 'a path outside', path: '/', status: 404, slug: 'no_such_route' },
  { title: 'a path that is no path', path: '//[', status: 404, slug: 'no_such_route' },
];

describe('A bad call', () => {
  let hub: TestHub;
  before(async () => {
    hub = await TestHub.start();
    assert.equal((await hub.hook(aHook('UserPromptSubmit', { prompt: 'Go on' }))).status, 204);
  });
  after(() => hub.dispose());

  const send = (bad: Omit<BadCall, 'title' | 'status' | 'slug'>): Promise<Answer> => {
    const headers: OutgoingHttpHeaders = { authorization: hub.authorization, ...bad.headers };
    for (const [name, value] of Object.entries(headers))
      if (value === undefined) delete headers[name];
    const options: CallOptions = {
      method: bad.method ?? 'POST',
      headers: { ...headers, 'x-marker': marker },
      body: bad.body ?? good,
    };
    return call(`${hub.url}${bad.path ?? routes.hook}`, options);
  };

  const assertUnharmed = async (before: string): Promise<void> => {
    assert.equal(JSON.stringify(await hub.board()), before, 'the board has changed');
    assert.equal((await hub.hook(aHook('SessionEnd', { session_id: 'other' }))).status, 204);
  };

  for (const { title, status, slug, ...bad } of badCalls) {
    it(`with ${title} is refused as ${slug} and changes nothing`, async () => {
      await hub.hook(aHook('SessionEnd', { session_id: 'other' }));
      const before = JSON.stringify(await hub.board());
      const answer = await send(bad);
      const refusal = errorAnswerSchema.parse(JSON.parse(answer.text));
      assert.deepEqual([answer.status, refusal.error], [status, slug]);
      assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
      assert.ok(refusal.message.length > 10, 'the message says nothing');
      assert.ok(!JSON.stringify(answer).includes(marker), 'the request is echoed');
      await assertUnharmed(before);
    });
  }

  it('with the token in the address is refused', async () => {
    const path = `${routes.sessions}?token=${hub.running.token}`;
    const answer = await send({
      method: 'GET',
      path,
      body: '',
      headers: { authorization: undefined },
    });
    assert.deepEqual([answer.status, JSON.parse(answer.text).error], [401, 'bad_token']);
  });

  it('that ends before its announced length changes nothing', async () => {
    const before = JSON.stringify(await hub.board());
    const socket = connect(hub.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.end(
      `POST ${routes.hook} HTTP/1.1\r\nHost: 127.0.0.1:${hub.port}\r\n` +
        `Authorization: ${hub.authorization}\r\nContent-Length: ${good.length + 50}\r\n\r\n${good}`,
    );
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    await once(socket, 'close');
    assert.ok(answer === '' || answer.startsWith('HTTP/1.1 400'), answer);
    await assertUnharmed(before);
  });

  it('that breaks off in the middle changes nothing', async () => {
    const before = JSON.stringify(await hub.board());
    const socket = connect(hub.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST ${routes.hook} HTTP/1.1\r\nHost: 127.0.0.1:${hub.port}\r\n` +
        `Authorization: ${hub.authorization}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"ses`,
      () => socket.resetAndDestroy(),
    );
    await once(socket, 'close');
    await assertUnharmed(before);
  });

  it('that is not HTTP at all is answered and forgotten', async () => {
    const before = JSON.stringify(await hub.board());
    const socket = connect(hub.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.end(`${marker}\r\n\r\n`);
    const [answer] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.ok(!answer.includes(marker));
    await assertUnharmed(before);
  });

  const order: readonly {
    readonly title: string;
    readonly bad: Partial<BadCall>;
    readonly slug: string;
  }[] = [
    {
      title: 'the host before all',
      bad: { headers: { host: 'a.example', origin: 'https://a.example', authorization: 'no' } },
      slug: 'bad_host',
    },
    {
      title: 'the origin before the token',
      bad: { headers: { origin: 'https://a.example', authorization: 'no' }, path: '/none' },
      slug: 'foreign_origin',
    },
    {
      title: 'the token before the path',
      bad: { headers: { authorization: 'no' }, path: '/none' },
      slug: 'bad_token',
    },
    {
      title: 'the path before the method',
      bad: { path: '/none', method: 'PUT' },
      slug: 'no_such_route',
    },
    {
      title: 'the method before the body',
      bad: { method: 'PATCH', body: Buffer.alloc(9 * 1024 * 1024) },
      slug: 'bad_method',
    },
    {
      title: 'the size before the text',
      bad: { body: Buffer.alloc(9 * 1024 * 1024, 0x7b) },
      slug: 'too_large',
    },
  ];
  for (const { title, bad, slug } of order) {
    it(`is checked for ${title}`, async () => {
      assert.equal(JSON.parse((await send(bad)).text).error, slug);
    });
  }

  it('does not keep a large real payload out', async () => {
    const content = 'x'.repeat(7 * 1024 * 1024);
    const large = aHook('PreToolUse', { tool_name: 'Write', tool_input: { content } });
    assert.equal((await hub.hook({ ...large, session_id: 'large' })).status, 204);
  });
});
