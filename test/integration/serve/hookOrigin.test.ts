import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import { uptime } from 'node:os';
import * as path from 'node:path';
import { linuxProcesses } from '../../../src/extension/hub/ingest/processes';
import { aHook, sessionId } from '../../support/hub/hooks';
import { TestHub } from '../../support/hub/testHub';
import { needs, skip } from '../../support/skip';
import { runRelay } from '../relay/relayRun';
import { idleProcess } from '../../support/processes/processes';

const minute = 60_000;

describe('What a hook call tells beside its payload', () => {
  let hub: TestHub;
  const children: ChildProcess[] = [];

  beforeEach(async () => (hub = await TestHub.start()));
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await hub.dispose();
  });

  function client(): ChildProcess & { readonly pid: number } {
    const child = idleProcess();
    children.push(child);
    return child;
  }
  const state = (expected: string): Promise<unknown> =>
    hub.waitFor(sessionId, ({ agentState }) => assert.equal(agentState.state, expected));

  it('puts calls that overtook each other in the order they were made', async () => {
    const now = Date.now();
    const prompt = aHook('UserPromptSubmit', { prompt: 'Go' });
    await hub.hook(prompt, { 'x-sent-at': String(now - 300) });
    await hub.hook(aHook('Stop'), { 'x-sent-at': String(now - 100) });
    await hub.hook(aHook('PostToolUse', { tool_name: 'Bash' }), { 'x-sent-at': String(now - 200) });
    await state('idle');
  });

  it('puts them in order also where they tell the time since the machine started', async function () {
    if (process.platform !== 'linux') skip(this, 'only shells on Linux tell it so');
    const uptimeBefore = (ms: number): string => (uptime() - ms / 1_000).toFixed(2);
    const prompt = aHook('UserPromptSubmit', { prompt: 'Go' });
    await hub.hook(prompt, { 'x-sent-uptime': uptimeBefore(300) });
    await hub.hook(aHook('Stop'), { 'x-sent-uptime': uptimeBefore(100) });
    await hub.hook(aHook('PostToolUse', { tool_name: 'Bash' }), {
      'x-sent-uptime': uptimeBefore(200),
    });
    await state('idle');
  });

  it('is taken as made on arrival by the clock of another machine', async () => {
    for (const sentUptime of ['0.00', '9999999.00', '12', 'x']) {
      const before = Date.now();
      await hub.hook(aHook('Stop'), { 'x-sent-uptime': sentUptime });
      const at = Date.parse((await hub.waitFor(sessionId, () => undefined)).stateSince);
      assert.ok(at <= Date.now() && before - at < minute, sentUptime);
    }
  });

  const unbelievable: readonly (readonly [title: string, sentAt: (now: number) => string])[] = [
    ['in the future', (now) => String(now + minute)],
    ['long past', (now) => String(now - 2 * minute)],
    ['no time at all', () => 'yesterday'],
    ['of seconds', (now) => String(Math.round(now / 1000))],
  ];
  for (const [title, sentAt] of unbelievable) {
    it(`is taken as made on arrival where its time is ${title}`, async () => {
      const before = Date.now();
      await hub.hook(aHook('Stop'), { 'x-sent-at': sentAt(before) });
      const session = await hub.waitFor(sessionId, () => undefined);
      const at = Date.parse(session.stateSince);
      assert.ok(at >= before && at <= Date.now(), session.stateSince);
    });
  }

  it('binds the session to its process, and sees that process end', async function () {
    if (process.platform !== 'linux') skip(this, 'only Linux tells when a process began');
    const child = client();
    await hub.hook(aHook('UserPromptSubmit', { prompt: 'Go' }), {
      'x-claude-pid': String(child.pid),
      'x-claude-parent-pid': '1',
      'x-claude-entrypoint': 'cli',
    });
    const session = await hub.waitFor(sessionId, ({ pid }) => assert.equal(pid, child.pid));
    assert.equal(session.entrypoint, 'cli');
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await hub.waitFor(sessionId, ({ agentState, pid }) => {
      assert.deepEqual([agentState.group, pid], ['delivered', undefined]);
    });
  });

  it('names the process by its parent where the client says nothing', async () => {
    const child = client();
    await hub.hook(aHook('SessionStart'), { 'x-claude-parent-pid': String(child.pid) });
    await hub.waitFor(sessionId, ({ pid }) => assert.equal(pid, child.pid));
  });

  it('is not believed where it cannot be true', async () => {
    const odd = { 'x-claude-pid': '-5', 'x-claude-entrypoint': '<script>', 'x-sent-at': '1e99' };
    assert.equal((await hub.hook(aHook('SessionStart'), odd)).status, 204);
    const session = await hub.waitFor(sessionId, () => undefined);
    assert.deepEqual([session.pid, session.entrypoint], [undefined, undefined]);
    await hub.hook(aHook('SessionStart'), { 'x-claude-pid': '4194305' });
    await state('idle');
  });

  it('joins what the registry says of the same process', async function () {
    if (process.platform !== 'linux') skip(this, 'only Linux tells when a process began');
    const child = client();
    const folder = path.join(hub.home, 'sessions');
    await fs.mkdir(folder);
    const write = async (status: string, fields: object = {}): Promise<void> => {
      const procStart = await linuxProcesses.startOf(child.pid);
      const entry = {
        pid: child.pid,
        sessionId,
        procStart,
        startedAt: Date.now() - minute,
        status,
      };
      const text = JSON.stringify({ ...entry, statusUpdatedAt: Date.now(), ...fields });
      await fs.writeFile(path.join(folder, `${child.pid}.json`), text);
    };
    const origin = { 'x-claude-pid': String(child.pid) };
    const asks = { tool_name: 'Bash', tool_input: { command: 'rm -rf dist' } };
    await hub.hook(aHook('UserPromptSubmit', { prompt: 'Clean up' }), origin);
    await write('busy');
    await hub.hook(aHook('PreToolUse', { ...asks, tool_use_id: 'toolu_1' }), origin);
    await hub.hook(aHook('PermissionRequest', asks), origin);
    await write('waiting', { waitingFor: 'permission prompt' });
    await hub.waitFor(sessionId, (session) => {
      assert.equal(session.agentState.label.text, 'Needs permission: Bash');
      assert.deepEqual(session.pendingRequest?.toolInput, asks.tool_input);
    });
    await write('busy'); // Answered in the terminal, which no hook reports.
    await hub.waitFor(sessionId, (session) => {
      assert.equal(session.agentState.label.text, 'Running Bash');
      assert.equal(session.pendingRequest, undefined);
    });
    await write('idle'); // Escape: no hook either.
    await state('idle');
    assert.equal((await hub.board()).sessions.length, 1);
  });

  it('does not make the process of a session that says goodbye its new one', async () => {
    const origin = { 'x-claude-pid': String(client().pid) };
    await hub.hook(aHook('SessionEnd', { reason: 'other' }), origin);
    await state('session_ended');
    await hub.hook(aHook('SessionEnd', { reason: 'other', session_id: 'other' }), origin);
    await hub.waitFor('other', ({ agentState }) => assert.equal(agentState.source, 'hook'));
    await state('session_ended');
  });

  it('comes through the relay as it is installed', async function () {
    needs(this, 'sh');
    const payload = aHook('PermissionRequest', {
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    });
    const env = { CLAUDE_CONFIG_DIR: hub.home, CLAUDE_CODE_ENTRYPOINT: 'cli' };
    const result = await runRelay({ env, input: `${JSON.stringify(payload)}\n` });
    assert.deepEqual([result.code, result.stdout, result.stderr], [0, '', '']);
    const session = await hub.waitFor(sessionId, ({ agentState }) =>
      assert.equal(agentState.state, 'needs_permission'),
    );
    assert.equal(session.entrypoint, 'cli');
    const end = JSON.stringify(aHook('SessionEnd', { reason: 'other' }));
    const waited = await runRelay({ env, args: ['--wait'], input: end });
    assert.deepEqual([waited.code, waited.stdout], [0, '']);
    await hub.waitFor(sessionId, ({ agentState }) => assert.equal(agentState.group, 'delivered'));
  });
});
