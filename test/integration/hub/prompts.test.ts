import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { procStat } from '../../../src/extension/hub/ingest/procStat';
import {
  wholePromptsSchema,
  type PromptCard,
  type PromptChange,
} from '../../../src/shared/protocol/prompts';
import { routes } from '../../../src/shared/protocol/protocol';
import type { Answer } from '../../support/hub/wire/call';
import { aHook, sessionId } from '../../support/hub/hooks';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TestWindow } from '../../support/hub/testWindow';
import { needs } from '../../support/skip';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';

describe('Prompts for a session, at the hub', function () {
  this.timeout(60_000);
  let home: string;
  let hub: TestHub;
  let window: TestWindow;
  let child: ChildProcess;
  let pid: number;
  let started: string | undefined;

  before(function () {
    needs(this, 'signals');
  });
  beforeEach(async () => {
    home = await tempHome();
    child = spawn('sleep', ['120']);
    pid = child.pid ?? 0;
    started = undefined;
    await begin();
  });
  afterEach(async () => {
    child.kill('SIGKILL');
    await end();
    await removeHome(home);
  });

  /** `terminals` are those of the window; this process is an ancestor of the session's. */
  async function begin(terminals = [process.pid]): Promise<void> {
    hub = await TestHub.start(home);
    window = await TestWindow.open(hub, 'w', { terminals });
    await offer();
  }
  async function end(): Promise<void> {
    window.close();
    await hub.close();
  }
  const offer = (enabled = true): Promise<unknown> =>
    window.post(routes.control, { window: 'w', label: 'w', enabled, disabledProjects: [] });

  function writeRegistry(status: string, transcript?: string): void {
    const now = Date.now();
    fs.mkdirSync(path.join(home, 'sessions'), { recursive: true });
    fs.writeFileSync(
      path.join(home, 'sessions', `${pid}.json`),
      JSON.stringify({
        pid,
        sessionId,
        procStart: started,
        cwd: '/home/dev/shop',
        startedAt: now,
        entrypoint: 'cli',
        status,
        statusUpdatedAt: now,
        updatedAt: now,
      }),
    );
    if (transcript !== undefined) fs.appendFileSync(transcriptPath(), transcript);
  }
  const transcriptPath = (): string => {
    const folder = path.join(home, 'projects', '-home-dev-shop');
    fs.mkdirSync(folder, { recursive: true });
    return path.join(folder, `${sessionId}.jsonl`);
  };
  const hook = (event: string, fields: object = {}): Promise<Answer> =>
    hub.hook(aHook(event, { transcript_path: transcriptPath(), ...fields }), {
      'x-claude-pid': String(pid),
      'x-claude-entrypoint': 'cli',
    });
  /** Ends the session's turn. */
  async function rests(): Promise<void> {
    await hook('Stop');
    writeRegistry('idle');
  }
  async function works(prompt: string): Promise<void> {
    writeRegistry('busy');
    await hook('UserPromptSubmit', { prompt });
  }

  const change = (body: PromptChange): Promise<unknown> =>
    window.signed('prompts', sessionId, { change: body });
  const add = (id: string, text = `Do ${id}`): Promise<unknown> =>
    change({ kind: 'add', id, text });
  const prompts = async (): Promise<readonly PromptCard[]> =>
    (await hub.session(sessionId))?.prompting?.prompts ?? [];
  const line = async (): Promise<string> =>
    (await prompts()).map(({ id, state }) => `${id} ${state}`).join(', ');
  const shows = (expected: string): Promise<unknown> =>
    until(line, (now) => assert.equal(now, expected), 25_000);
  const typed = (): string[] =>
    window.taken.flatMap((order) => (order.type === 'typePrompt' ? order.text : []));
  const types = (...expected: string[]): Promise<unknown> =>
    until(typed, (now) => assert.deepEqual(now, expected));
  const waits = (expected: string | undefined): Promise<unknown> =>
    until(
      async () => (await hub.session(sessionId))?.prompting?.waitsFor,
      (now) => assert.equal(now, expected),
    );
  const onDisk = (): string => fs.readFileSync(file(), 'utf8');
  const file = (): string => path.join(home, 'mission-control', 'prompts.json');

  it('go one after the other into its terminal, each when the session rests', async () => {
    await rests();
    await hub.waitFor(sessionId, (session) => assert.equal(session.pid, pid));
    assert.deepEqual(await add('a'), { resume: false });
    await add('b');
    await types('Do a');
    await shows('a handedOver, b queued');
    await works('Do a');
    await shows('a read, b queued');
    await waits('turn');
    await rests();
    await types('Do a', 'Do b');
    await works('Do  b ');
    await shows('b read');
    assert.equal((await prompts())[0]?.way, 'terminal');
  });

  it('go on after a turn whose end was told before its prompt was, as on a busy machine', async () => {
    await rests();
    await hub.waitFor(sessionId, (session) => assert.equal(session.pid, pid));
    await add('a');
    await types('Do a');
    await hook('Stop', { prompt_id: 'p1' });
    await hook('UserPromptSubmit', { prompt: 'Do a', prompt_id: 'p1' });
    await shows('a read');
    await add('b');
    await types('Do a', 'Do b');
  });

  it('are on the disk, for this user alone, before anybody types them', async () => {
    await rests();
    window.reaction = 'ignore';
    await add('a');
    await until(
      () => window.orders.length,
      (count) => assert.ok(count > 0),
    );
    assert.match(onDisk(), /"queued"/);
    assert.equal(fs.statSync(file()).mode & 0o777, 0o600);
    window.reaction = 'take';
    await types('Do a');
    assert.match(onDisk(), /"handedOver"/);
  });

  it('are kept over a restart of the hub, and none is sent twice', async () => {
    await rests();
    await add('a');
    await add('b');
    await types('Do a');
    await end();
    await begin();
    await shows('a uncertain, b queued');
    await waits('person');
    assert.deepEqual(typed(), []);
    await change({ kind: 'again', id: 'a' });
    await types('Do a');
    await works('Do a');
    await shows('a read, b queued');
  });

  it('are known to be read from the transcript, also by the next hub', async () => {
    await rests();
    await add('a', 'Say "ü"\nand  go on');
    await types('Say "ü"\nand  go on');
    await end();
    const message = { role: 'user', content: 'Say "ü"\nand go on' };
    const timestamp = new Date().toISOString();
    const entry = { type: 'user', timestamp, sessionId, cwd: '/home/dev/shop', message };
    writeRegistry('busy', `${JSON.stringify(entry)}\n`);
    await begin();
    await shows('a read');
  });

  it('wait for a person after a turn that was not ended in the ordinary way', async () => {
    await works('Go');
    await hub.waitFor(sessionId, (session) => assert.ok(session.prompting));
    await add('a');
    await hook('StopFailure', { error: 'rate_limit' });
    writeRegistry('idle');
    await waits('person');
    await change({ kind: 'go' });
    await types('Do a');
  });

  it('are never typed into a dialog', async () => {
    await works('Go');
    await add('a');
    await hook('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'ls' } });
    writeRegistry('waiting');
    await waits('turn');
    await rests();
    writeRegistry('waiting'); // A menu of the client itself, while it is idle.
    await waitFixedTime(2_000);
    assert.deepEqual(typed(), []);
    writeRegistry('idle');
    await types('Do a');
  });

  it('wait while its process is suspended: a shell would run what is typed', async () => {
    await rests();
    child.kill('SIGSTOP');
    await add('a');
    await waitFixedTime(2_000);
    assert.deepEqual(window.orders, []);
    child.kill('SIGCONT');
    await types('Do a');
  });

  it('are edited, moved and removed while they wait', async () => {
    await works('Go');
    for (const id of ['a', 'b', 'c']) await add(id);
    await change({ kind: 'move', id: 'c', by: -1 });
    await change({ kind: 'edit', id: 'a', text: 'x'.repeat(3_000) });
    await change({ kind: 'remove', id: 'b' });
    await shows('a queued, c queued');
    const [first] = await prompts();
    assert.deepEqual([first?.whole, first?.text.length], [false, 1_000]);
    const { text } = await hub.call(`${routes.sessions}/${sessionId}/prompts/whole`);
    const whole = wholePromptsSchema.parse(JSON.parse(text)).prompts;
    assert.deepEqual(whole, [
      { id: 'a', text: 'x'.repeat(3_000) },
      { id: 'c', text: 'Do c' },
    ]);
    await assert.rejects(change({ kind: 'edit', id: 'b', text: 'x' }), /no longer queued/);
  });

  it('are not taken from a window that does not offer control, and wait without one', async () => {
    await works('Go');
    await add('a');
    await offer(false);
    await assert.rejects(add('b'), /does not offer/);
    await rests();
    await waits('control');
    await offer();
    await types('Do a');
  });

  it('ask for a terminal where no process runs the session', async () => {
    await rests();
    await hub.waitFor(sessionId, (session) => assert.ok(session.prompting));
    child.kill('SIGKILL');
    await hub.waitFor(sessionId, ({ pid: living }) => assert.equal(living, undefined));
    assert.deepEqual(await add('a'), { resume: true });
    await waits('session');
  });

  describe('that no terminal of the editor runs', () => {
    beforeEach(async () => {
      await end();
      await begin([]);
    });
    const waker = (event = 'Stop', headers = {}): Promise<Answer> =>
      hub.call(`${routes.hook}?rewake=1`, {
        method: 'POST',
        headers: { 'x-claude-pid': String(pid), 'x-claude-entrypoint': 'cli', ...headers },
        body: JSON.stringify(aHook(event, { transcript_path: transcriptPath() })),
      });

    it('wake it by the newest hook that waits', async () => {
      writeRegistry('idle');
      const older = waker('SessionStart');
      await hub.waitFor(sessionId, ({ prompting }) => assert.equal(prompting?.way, 'hook'));
      const newer = waker();
      assert.equal((await older).status, 204);
      await add('a');
      const { status, text, headers } = await newer;
      assert.deepEqual([status, text], [200, 'Do a']);
      assert.match(String(headers['content-type']), /^text\/plain/);
      await works('<task-notification>\n</task-notification>\nFrom elsewhere: Do a\n');
      await shows('a read');
      assert.equal((await prompts())[0]?.way, 'hook');
      assert.deepEqual(window.orders, []);
    });

    it('wait for a way, and take the one that comes', async () => {
      await rests();
      await add('a');
      await waits('way');
      assert.equal((await waker('SessionStart', { 'x-again': '1' })).text, 'Do a');
    });

    it('go to a hook of the process that runs the session alone', async () => {
      writeRegistry('idle');
      const stranger = waker('Stop', { 'x-claude-pid': String(spawnSync('true').pid) });
      await hub.waitFor(sessionId, (session) => assert.ok(session.prompting));
      await add('a');
      await waits('way');
      assert.equal((await stranger).status, 204);
    });

    it('let the hook go of a process that was killed', async () => {
      writeRegistry('idle');
      const waiting = waker();
      await hub.waitFor(sessionId, ({ prompting }) => assert.equal(prompting?.way, 'hook'));
      child.kill('SIGKILL');
      assert.equal((await waiting).status, 204);
    });

    it('let the hook go where control is off', async () => {
      writeRegistry('idle');
      const waiting = waker();
      await hub.waitFor(sessionId, ({ prompting }) => assert.equal(prompting?.way, 'hook'));
      await offer(false);
      assert.equal((await waiting).status, 204);
      assert.equal((await waker()).status, 204);
    });
  });

  it('interrupt a turn and leave the client in its terminal alone', async () => {
    const act = (what: string): Promise<unknown> => window.signed('act', sessionId, { act: what });
    await works('Go');
    await hub.waitFor(sessionId, ({ prompting }) => assert.equal(prompting?.way, 'terminal'));
    assert.deepEqual(await act('end'), { outcome: 'unreachable' });
    assert.deepEqual(await act('interrupt'), { outcome: 'done' });
    await rests();
    await hub.waitFor(sessionId, ({ agentState }) => assert.equal(agentState.state, 'idle'));
    assert.deepEqual(await act('interrupt'), { outcome: 'unreachable' });
    await until(
      () => act('end'),
      (outcome) => assert.deepEqual(outcome, { outcome: 'done' }),
    );
    assert.deepEqual(
      window.taken.map(({ type }) => type),
      ['interrupt', 'endSession'],
    );
  });

  it('end the process that its file names, and no other', async () => {
    const act = (): Promise<unknown> => window.signed('act', sessionId, { act: 'terminate' });
    await rests();
    await hub.waitFor(sessionId, (session) => assert.ok(session.prompting));
    if (process.platform === 'linux') {
      // The registry names no start time.
      assert.deepEqual(await act(), { outcome: 'unreachable' });
      assert.equal(child.signalCode, null);
      started = procStat(pid)?.startTime;
      writeRegistry('idle');
    }
    await until(act, (outcome) => assert.deepEqual(outcome, { outcome: 'done' }));
    await until(
      () => child.signalCode,
      (signal) => assert.equal(signal, 'SIGTERM'),
    );
  });
});
