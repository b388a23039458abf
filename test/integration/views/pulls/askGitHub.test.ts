import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askGitHub } from '../../../../src/extension/views/pulls/askGitHub';

const asked = { owner: 'dev', repository: 'proj', number: 41 };

describe('A pull request as GitHub’s interface tells of it', () => {
  let server: Server;
  let base: string;
  let reply: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  const seen: { readonly path: string; readonly headers: IncomingHttpHeaders; body: string }[] = [];

  before(async () => {
    server = createServer((request, response) => {
      const one = { path: `${request.method} ${request.url}`, headers: request.headers, body: '' };
      seen.push(one);
      request.on('data', (part) => (one.body += String(part)));
      request.on('end', () => {
        response.writeHead(reply.status, { connection: 'close', ...reply.headers });
        response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());
  beforeEach(() => (seen.length = 0));

  const ask = (next: typeof reply): ReturnType<typeof askGitHub> => {
    reply = next;
    return askGitHub(asked, { token: 'secret', base, now: () => 1_000_000 });
  };
  const replyWith = (pullRequest: unknown, errors?: unknown): typeof reply => ({
    status: 200,
    body: { data: { repository: { pullRequest } }, errors },
  });

  it('is asked for by one question with the person’s token', async () => {
    const nodes = [{ commit: { statusCheckRollup: { state: 'PENDING' } } }];
    const pull = { state: 'OPEN', isDraft: false, reviewDecision: 'CHANGES_REQUESTED' };
    assert.deepEqual(await ask(replyWith({ ...pull, commits: { nodes } })), {
      kind: 'news',
      news: { state: 'open', review: 'changes_requested', checks: 'pending' },
    });
    assert.equal(seen.length, 1);
    const [{ path, headers, body } = assert.fail()] = seen;
    assert.deepEqual([path, headers.authorization], ['POST /graphql', 'Bearer secret']);
    assert.deepEqual((JSON.parse(body) as { variables: unknown }).variables, asked);
  });

  it('has no checks where there are none', async () => {
    const commits = { nodes: [{ commit: { statusCheckRollup: null } }] };
    const pull = { state: 'MERGED', isDraft: false, reviewDecision: null, commits };
    assert.deepEqual(await ask(replyWith(pull)), { kind: 'news', news: { state: 'merged' } });
  });

  it('is missing where GitHub shows none', async () => {
    const errors = [{ type: 'NOT_FOUND', message: 'x' }];
    assert.deepEqual(await ask(replyWith(null, errors)), { kind: 'missing' });
    assert.deepEqual(await ask({ status: 200, body: { data: { repository: null }, errors } }), {
      kind: 'missing',
    });
  });

  it('waits for as long as GitHub says after too many questions', async () => {
    const until = (headers: Readonly<Record<string, string>>, status = 403): unknown =>
      ask({ status, headers, body: {} });
    assert.deepEqual(await until({ 'retry-after': '60' }, 429), {
      kind: 'limited',
      until: 1_060_000,
    });
    assert.deepEqual(await until({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2000' }), {
      kind: 'limited',
      until: 2_000_000,
    });
    for (const headers of [
      {},
      { 'retry-after': 'soon' },
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '10' },
    ]) {
      assert.deepEqual(await until(headers), { kind: 'limited' });
    }
    const spent = replyWith(null, [{ type: 'RATE_LIMITED' }]);
    assert.deepEqual(await ask(spent), { kind: 'limited' });
  });

  it('needs a token that GitHub takes', async () => {
    assert.deepEqual(await ask({ status: 401, body: {} }), { kind: 'unable', why: 'noSignIn' });
  });

  it('is not asked for elsewhere, where GitHub’s answer leads', async () => {
    assert.deepEqual(await ask({ status: 302, headers: { location: `${base}/other` } }), {
      kind: 'failed',
    });
    assert.equal(seen.length, 1);
  });

  it('is not known from an answer that is none', async () => {
    for (const body of [
      '',
      '<html>',
      'null',
      '[]',
      '{"data":{}}',
      JSON.stringify(replyWith({}).body),
    ]) {
      assert.deepEqual(await ask({ status: 200, body }), { kind: 'failed' }, body);
    }
    assert.deepEqual(await ask({ status: 502 }), { kind: 'failed' });
    const closed = { token: 'x', base: 'http://127.0.0.1:1' };
    assert.deepEqual(await askGitHub(asked, closed), { kind: 'failed' });
  });
});
