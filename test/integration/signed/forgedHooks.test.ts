import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { HookPayload } from '../../../src/extension/agents/claude/hooks/hookPayload';
import { requestDigest } from '../../../src/extension/util/keys/signing';
import type { LiveSession, PendingRequest } from '../../../src/shared/protocol/protocol';
import { aHook, sessionId } from '../../support/hub/hooks';
import { TestHub } from '../../support/hub/testHub';
import type { Answer } from '../../support/hub/wire/call';
import { needs } from '../../support/skip';

const call = { tool_name: 'Bash', tool_input: { command: 'npm test' } };

/** Hooks carry only the token, so any program that has read it can send them for any session. */
describe('A request that is held, and hooks that somebody else sends', function () {
  this.timeout(120_000);
  let hub: TestHub;
  let child: ChildProcess;
  let answer: Promise<Answer> | undefined;
  let isAnswered: boolean;

  before(function () {
    needs(this, 'signals');
  });
  beforeEach(async () => {
    hub = await TestHub.start();
    await hub.window('shop');
    child = spawn('sleep', ['60']);
    isAnswered = false;
    writeRegistry('busy');
  });
  afterEach(async () => {
    child.kill('SIGKILL');
    await hub.dispose();
  });

  const headers = () => ({ 'x-claude-pid': String(child.pid), 'x-claude-entrypoint': 'cli' });
  /** Writes the client's registry file. */
  function writeRegistry(status: string, fields: object = {}): void {
    const { pid } = child;
    const now = Date.now();
    fs.mkdirSync(path.join(hub.home, 'sessions'), { recursive: true });
    const entry = { pid, sessionId, cwd: '/home/dev/shop', startedAt: now - 60_000 };
    const fieldsOfStatus = { entrypoint: 'cli', status, statusUpdatedAt: now, updatedAt: now };
    const file = path.join(hub.home, 'sessions', `${pid}.json`);
    fs.writeFileSync(`${file}.new`, JSON.stringify({ ...entry, ...fieldsOfStatus, ...fields }));
    fs.renameSync(`${file}.new`, file);
  }
  const shows = (assertion: (session: LiveSession) => void): Promise<LiveSession> =>
    hub.waitFor(sessionId, assertion);
  /** The client sends a request, and shows its dialog in its terminal. */
  async function asks(): Promise<LiveSession> {
    await hub.hook(aHook('UserPromptSubmit', { prompt: 'Go' }), headers());
    await shows(({ pid }) => assert.equal(pid, child.pid));
    answer = hub.wait(aHook('PermissionRequest', call), { headers: headers() });
    void answer.then(() => (isAnswered = true));
    await shows(({ pendingRequest }) => assert.equal(pendingRequest?.call?.answerable, true));
    writeRegistry('waiting', { waitingFor: 'permission prompt' });
    return shows(({ why }) =>
      assert.ok(why.some(({ source, signal }) => source === 'registry' && /waiting/u.test(signal))),
    );
  }
  /** Allows what the card shows; the answer of the held call shows the result. */
  function allow(shown: PendingRequest): void {
    void hub.signed('decide', sessionId, {
      window: 'shop',
      call: shown.call?.id,
      shown: requestDigest(shown),
      decision: { kind: 'allow' },
    });
  }
  const forge = (payload: HookPayload, pid = child.pid): Promise<Answer> =>
    hub.hook(payload, { 'x-claude-pid': String(pid) });

  for (const [title, forged] of [
    ['its tool has ended', aHook('PostToolUse', call)],
    ['its tool has failed', aHook('PostToolUseFailure', { ...call, error: 'x' })],
    ['its calls have ended', aHook('PostToolBatch', { tool_calls: [call] })],
    ['the turn is over', aHook('Stop')],
    ['the turn has failed', aHook('StopFailure', { error: 'x' })],
    ['another prompt was typed', aHook('UserPromptSubmit', { prompt: 'Another' })],
    ['the session begins anew', aHook('SessionStart', { source: 'clear' })],
    ['the session is over', aHook('SessionEnd', { reason: 'exit' })],
  ] as const) {
    it(`stays and can be answered where a hook says that ${title}, and the client that it waits`, async () => {
      const { pendingRequest: before } = await asks();
      await forge(forged);
      await forge(forged, process.pid);
      const { pendingRequest } = await shows(() => undefined);
      assert.deepEqual(pendingRequest, before);
      assert.equal(isAnswered, false);
      assert.ok(pendingRequest);
      allow(pendingRequest);
      assert.match((await answer)?.text ?? '', /"behavior":"allow"/u);
    });
  }

  it('stays and gets its answer where somebody else asks the same once more', async () => {
    const { pendingRequest: before, lastActivityAt } = await asks();
    const hangUp = new AbortController();
    const forged = hub.wait(aHook('PermissionRequest', call), { signal: hangUp.signal });
    forged.catch(() => undefined);
    const { pendingRequest } = await shows((now) =>
      assert.notEqual(now.lastActivityAt, lastActivityAt),
    );
    assert.deepEqual(pendingRequest, before);
    assert.ok(pendingRequest);
    allow(pendingRequest);
    assert.match((await answer)?.text ?? '', /"behavior":"allow"/u);
    hangUp.abort();
  });

  it('has no other process where the hook that named one came before the client’s own file', async () => {
    fs.rmSync(path.join(hub.home, 'sessions'), { recursive: true });
    const other = spawn('sleep', ['60']);
    try {
      await forge(aHook('UserPromptSubmit', { prompt: 'Go' }), other.pid);
      await shows(({ pid }) => assert.equal(pid, other.pid));
      writeRegistry('busy', { statusUpdatedAt: Date.now() - 30_000 });
      await shows(({ pid }) => assert.equal(pid, child.pid));
    } finally {
      other.kill('SIGKILL');
    }
  });

  it('names no other process for a session whose client keeps a status', async () => {
    await asks();
    const other = spawn('sleep', ['60']);
    try {
      for (let times = 0; times < 5; times += 1) {
        await forge(aHook('Notification', { message: String(times) }), other.pid);
        const { pid } = await shows(() => undefined);
        assert.equal(pid, child.pid);
      }
      // A hook of a session without a registry file does name this process. Once the board shows
      // that, the hub has processed the earlier hooks too.
      const unknown = { ...aHook('UserPromptSubmit', { prompt: 'Go' }), session_id: 'other' };
      await forge(unknown, other.pid);
      await hub.waitFor('other', ({ pid }) => assert.equal(pid, other.pid));
      assert.equal((await shows(() => undefined)).pid, child.pid);
    } finally {
      other.kill('SIGKILL');
    }
  });

  it('is left to its terminal as soon as the client itself says that it goes on', async () => {
    await asks();
    await forge(aHook('PostToolUse', call));
    writeRegistry('busy');
    assert.equal((await answer)?.status, 204);
    await shows(({ pendingRequest }) => assert.equal(pendingRequest, undefined));
  });

  it('is left to its terminal by a hook where the client shows the next dialog by then', async () => {
    await asks();
    writeRegistry('waiting', { waitingFor: 'permission prompt' });
    await forge(aHook('PostToolUse', call));
    assert.equal((await answer)?.status, 204);
  });
});
