import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import * as os from 'node:os';
import * as path from 'node:path';
import { readPullWithGh, parseGhOutput } from '../../../src/extension/hub/pulls/ghPullReader';
import { parsePullAddress, type PullAddress } from '../../../src/extension/hub/pulls/pullAddress';
import { findProgram } from '../../../src/extension/util/findProgram';
import { skip } from '../../support/skip';

const url = 'https://github.com/dev/proj/pull/41';

function addressOf(one: string): PullAddress {
  const address = parsePullAddress(one);
  assert.ok(address);
  return address;
}

describe('A pull request that is read with gh', function () {
  this.timeout(60_000);
  let root: string;
  let env: NodeJS.ProcessEnv;

  beforeEach(function () {
    if (process.platform === 'win32') skip(this, 'Windows runs no scripts as programs');
    root = mkdtempSync(path.join(os.tmpdir(), 'mc-gh-'));
    for (const name of ['bin', 'config']) mkdirSync(path.join(root, name));
    env = { PATH: path.join(root, 'bin'), HOME: root, GH_CONFIG_DIR: path.join(root, 'config') };
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** Installs a program in place of gh that records how it was called. */
  const pretend = (script: string): void => {
    const notes = `pwd > ${root}/cwd; env > ${root}/env; for one; do echo "$one"; done > ${root}/args`;
    const text = `#!/bin/sh\nPATH=/usr/bin:/bin\n${notes}\n${script}\n`;
    writeFileSync(path.join(root, 'bin', 'gh'), text, { mode: 0o755 });
  };
  const ask = (one = url): ReturnType<typeof readPullWithGh> =>
    readPullWithGh(addressOf(one), { folder: root, env, folders: [] });
  const recordedLines = (name: string): readonly string[] =>
    readFileSync(path.join(root, name), 'utf8').trimEnd().split('\n');

  it('is requested by its address only, in our folder and without a terminal', async () => {
    pretend(`echo '{"state":"OPEN","isDraft":true,"statusCheckRollup":[]}'`);
    Object.assign(env, { GH_REPO: 'evil/x', GH_HOST: 'evil', GH_DEBUG: 'api', GIT_DIR: '/x' });
    assert.deepEqual(await ask(), { kind: 'news', news: { state: 'draft' } });
    const fields = 'state,isDraft,reviewDecision,mergeStateStatus,statusCheckRollup';
    assert.deepEqual(recordedLines('args'), ['pr', 'view', url, '--json', fields]);
    assert.deepEqual(recordedLines('cwd'), [root]);
    const environment = recordedLines('env');
    for (const one of ['GH_PROMPT_DISABLED=1', 'NO_COLOR=1', 'GH_NO_UPDATE_NOTIFIER=1']) {
      assert.ok(environment.includes(one), one);
    }
    assert.ok(!environment.some((one) => /^(?:GH_(?:REPO|HOST|DEBUG)|GIT_DIR)=/u.test(one)));
  });

  it('is not requested from a host that gh does not know', async () => {
    pretend(`echo '{"state":"OPEN"}'`);
    const strange = 'https://evil.example/dev/proj/pull/41';
    assert.deepEqual(await ask(strange), { kind: 'missing' });
    assert.ok(!existsSync(path.join(root, 'args')), 'nothing was started');
    const hosts = 'git.shop.example:\n    user: dev\n    evil.example:\n        x: y\n';
    writeFileSync(path.join(root, 'config', 'hosts.yml'), hosts);
    assert.deepEqual(await ask(strange), { kind: 'missing' });
    const known = await ask('https://git.shop.example/dev/proj/pull/41');
    assert.deepEqual(known, { kind: 'news', news: { state: 'open' } });
  });

  it('needs gh and a sign-in', async () => {
    assert.deepEqual(await ask(), { kind: 'unable', why: 'noProgram' });
    pretend('echo "To get started with GitHub CLI, please run:  gh auth login" >&2; exit 4');
    assert.deepEqual(await ask(), { kind: 'unable', why: 'noSignIn' });
  });

  for (const [words, kind] of [
    [
      'HTTP 403: API rate limit exceeded for user ID 1. (https://api.github.com/graphql)',
      'limited',
    ],
    ['HTTP 403: You have exceeded a secondary rate limit', 'limited'],
    ['HTTP 429: too many requests', 'limited'],
    ['GraphQL: Could not resolve to a PullRequest with the number of 41.', 'missing'],
    ['error connecting to api.github.com', 'failed'],
  ] as const) {
    it(`is ${kind} if gh prints “${words}”`, async () => {
      pretend(`echo '${words}' >&2; exit 1`);
      assert.deepEqual(await ask(), { kind });
    });
  }

  it('is unknown if gh prints something else', () => {
    for (const text of [
      '',
      'null',
      '[]',
      '{}',
      '{"state":"NEW"}',
      '{"state":{}}',
      '{"state":"OPE',
    ]) {
      assert.deepEqual(parseGhOutput(text), { kind: 'failed' }, text);
    }
  });

  it('has checks of both kinds, and a failed one decides', () => {
    const run = (status: string, conclusion: string): object => ({ status, conclusion });
    const checksOf = (...checks: readonly object[]): unknown => {
      const answer = parseGhOutput(JSON.stringify({ state: 'OPEN', statusCheckRollup: checks }));
      return answer.kind === 'news' && answer.news.checks;
    };
    const good = run('COMPLETED', 'SUCCESS');
    assert.equal(checksOf(), undefined);
    assert.equal(checksOf(good, run('COMPLETED', 'SKIPPED'), { state: 'SUCCESS' }), 'passing');
    assert.equal(checksOf(good, run('IN_PROGRESS', '')), 'pending');
    assert.equal(checksOf(good, { state: 'EXPECTED' }), 'pending');
    assert.equal(checksOf(run('QUEUED', ''), run('COMPLETED', 'FAILURE')), 'failing');
    assert.equal(checksOf(good, { state: 'ERROR' }), 'failing');
  });

  describe('the real one', () => {
    let server: Server;
    let program: string | undefined;
    let answer: { readonly status: number; readonly body: unknown };
    const seen: string[] = [];

    before(async () => {
      program = await findProgram('gh', process.env);
    });
    beforeEach(async function () {
      if (program === undefined) skip(this, 'gh is not installed');
      seen.length = 0;
      // The real gh uses plain HTTP over a socket that its config names, whatever the host.
      const socket = path.join(root, 'api.sock');
      writeFileSync(path.join(root, 'config', 'config.yml'), `http_unix_socket: ${socket}\n`);
      const host = 'github.com:\n    user: dev\n    oauth_token: gho_test\n';
      writeFileSync(path.join(root, 'config', 'hosts.yml'), host);
      env = { ...env, PATH: path.dirname(program) };
      server = createServer((request, response) => {
        let body = '';
        request.on('data', (part) => (body += String(part)));
        request.on('end', () => {
          seen.push(
            `${request.headers.host}${request.url} ${request.headers.authorization} ${body}`,
          );
          response.writeHead(answer.status, { 'content-type': 'application/json' });
          response.end(JSON.stringify(answer.body));
        });
      });
      await new Promise<void>((resolve) => server.listen(socket, resolve));
    });
    afterEach(() => server?.close());

    it('asks api.github.com once, under the person’s sign-in', async () => {
      const contexts = {
        nodes: [{ __typename: 'CheckRun', name: 'x', status: 'COMPLETED', conclusion: 'FAILURE' }],
        pageInfo: { hasNextPage: false },
      };
      const pullRequest = {
        state: 'OPEN',
        isDraft: false,
        reviewDecision: 'APPROVED',
        mergeStateStatus: 'BLOCKED',
        statusCheckRollup: { nodes: [{ commit: { statusCheckRollup: { contexts } } }] },
        id: 'x',
        number: 41,
      };
      answer = { status: 200, body: { data: { repository: { pullRequest } } } };
      const expected = { state: 'open', review: 'approved', checks: 'failing' };
      assert.deepEqual(await ask(), { kind: 'news', news: expected });
      assert.equal(seen.length, 1);
      assert.match(seen[0] ?? '', /^api\.github\.com\/graphql token gho_test .*"pr_number":41/su);
    });

    it('is understood if it reports a missing pull request or a rate limit', async () => {
      const message = 'Could not resolve to a PullRequest with the number of 41.';
      const errors = [{ type: 'NOT_FOUND', path: ['repository', 'pullRequest'], message }];
      answer = { status: 200, body: { data: { repository: { pullRequest: null } }, errors } };
      assert.deepEqual(await ask(), { kind: 'missing' });
      answer = { status: 403, body: { message: 'API rate limit exceeded for user ID 1.' } };
      assert.deepEqual(await ask(), { kind: 'limited' });
      answer = { status: 401, body: { message: 'Bad credentials' } };
      assert.deepEqual(await ask(), { kind: 'unable', why: 'noSignIn' });
    });
  });
});
