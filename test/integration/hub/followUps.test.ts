import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { routes } from '../../../src/shared/protocol/protocol';
import type { PromptCard, PromptChange } from '../../../src/shared/protocol/prompts';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { StartClaims } from '../../../src/extension/util/hub/startClaims';
import { aHook } from '../../support/hub/hooks';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TestWindow } from '../../support/hub/testWindow';
import { needs } from '../../support/skip';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';

const [source, target] = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
];

describe('Follow-ups, at the hub', function () {
  this.timeout(90_000);
  let home: string;
  let hub: TestHub;
  let window: TestWindow;
  const children = new Map<string, ChildProcess>();

  before(function () {
    needs(this, 'signals');
  });
  beforeEach(async () => {
    home = await tempHome();
    for (const id of [source, target]) children.set(id, spawn('sleep', ['120']));
    await startHub();
  });
  afterEach(async () => {
    for (const child of children.values()) child.kill('SIGKILL');
    await endHub();
    await removeHome(home);
  });

  async function startHub(): Promise<void> {
    hub = await TestHub.start(home);
    window = await TestWindow.open(hub, 'w', { terminals: [process.pid] });
    const offer = { window: 'w', label: 'w', enabled: true, disabledProjects: [], starts: true };
    await window.post(routes.control, offer);
  }
  async function endHub(): Promise<void> {
    window.close();
    await hub.close();
  }

  const startedAt = Date.now();
  const pidOf = (id: string): number => children.get(id)?.pid ?? 0;
  const folder = (name: string): string => {
    const there = path.join(home, name);
    fs.mkdirSync(there, { recursive: true });
    return there;
  };
  const transcriptOf = (id: string): string =>
    path.join(folder('projects/-home-dev-shop'), `${id}.jsonl`);
  /** Writes the session's status to the client's registry. */
  function writeRegistry(id: string, status: string): void {
    const now = Date.now();
    const entry = { pid: pidOf(id), sessionId: id, cwd: folder('shop'), entrypoint: 'cli' };
    fs.writeFileSync(
      path.join(folder('sessions'), `${entry.pid}.json`),
      JSON.stringify({ ...entry, startedAt, status, statusUpdatedAt: now, updatedAt: now }),
    );
  }
  function writes(id: string, type: 'user' | 'assistant', message: object): void {
    const entry = {
      sessionId: id,
      cwd: folder('shop'),
      version: '2.1.332',
      userType: 'external',
    };
    const line = {
      ...entry,
      type,
      uuid: crypto.randomUUID(),
      parentUuid: null,
      isSidechain: false,
      timestamp: new Date().toISOString(),
      message: { role: type, ...message },
    };
    fs.appendFileSync(transcriptOf(id), `${JSON.stringify(line)}\n`);
  }
  const hook = (id: string, event: string, fields: object = {}): Promise<unknown> =>
    hub.hook(aHook(event, { session_id: id, transcript_path: transcriptOf(id), ...fields }), {
      'x-claude-pid': String(pidOf(id)),
      'x-claude-entrypoint': 'cli',
    });
  async function works(id: string, prompt: string): Promise<void> {
    writeRegistry(id, 'busy');
    await hook(id, 'UserPromptSubmit', { prompt });
    writes(id, 'user', { content: prompt });
  }
  async function rests(id: string, text = 'Done.'): Promise<void> {
    writes(id, 'assistant', {
      id: crypto.randomUUID(),
      model: 'claude-sonnet-4-5',
      stop_reason: 'end_turn',
      content: [{ type: 'text', text }],
      usage: { input_tokens: 1, output_tokens: 1 },
    });
    await hook(id, 'Stop');
    writeRegistry(id, 'idle');
  }
  const change = (by: PromptChange): Promise<unknown> =>
    window.signed('prompts', target, { change: by });
  const add = (fields: Partial<Extract<PromptChange, { kind: 'add' }>> = {}): Promise<unknown> =>
    change({
      kind: 'add',
      id: 'a',
      text: 'Review: {last message}',
      when: { kind: 'finished', of: source },
      ...fields,
    });
  const card = async (): Promise<PromptCard | undefined> =>
    (await hub.session(target))?.prompting?.prompts.find(({ id }) => id === 'a');
  const waitsFor = (expected: string | undefined): Promise<unknown> =>
    until(card, (one) => {
      assert.equal(one?.state, 'queued');
      assert.equal(one.waitsFor, expected);
    });
  const typed = (): readonly string[] =>
    window.taken.flatMap((order) => (order.type === 'typePrompt' ? order.text : []));
  const bothRest = async (): Promise<void> => {
    for (const id of [source, target]) {
      await works(id, 'Go on');
      await rests(id);
      await hub.waitFor(id, (session) => assert.equal(session.agentState.state, 'idle'));
    }
  };

  it('are sent when another session has finished, with its last message as a quotation', async () => {
    await bothRest();
    assert.deepEqual(await add(), { resume: false });
    await waitsFor('before');
    const followUps = (await hub.session(source))?.followUps;
    assert.deepEqual(
      followUps?.map(({ sessionId, id }) => [sessionId, id]),
      [[target, 'a']],
    );
    await works(source, 'Fix the tests');
    await waitsFor(undefined);
    await rests(source, 'Which of the two shall I keep?');
    await waitsFor('question');
    await works(source, 'The first');
    await rests(source, 'All tests pass.');
    const [text = ''] = await until(typed, (all) => assert.equal(all.length, 1));
    assert.match(text, /^Review: \n\[Quotation of the last message .*\n> All tests pass\.\n\[End/u);
    await works(target, text);
    await until(card, (one) => assert.equal(one?.state, 'read'));
    assert.equal((await hub.session(source))?.followUps, undefined);
  });

  it('quote what the last test run of another session printed', async () => {
    await bothRest();
    const when = { kind: 'fact', fact: 'testsRed', of: source } as const;
    await add({ text: 'Look at this: {test output}', when });
    await works(source, 'Run the tests');
    const id = 'toolu_1';
    const command = 'npx vitest run';
    writes(source, 'assistant', {
      id: crypto.randomUUID(),
      model: 'claude-sonnet-4-5',
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }],
      usage: { input_tokens: 1, output_tokens: 1 },
    });
    const printed = 'Exit code 1\n FAIL  adds numbers\n\n      Tests  1 failed | 2 passed (3)';
    writes(source, 'user', {
      content: [{ type: 'tool_result', tool_use_id: id, is_error: true, content: printed }],
    });
    await rests(source, 'One test fails.');
    const [text = ''] = await until(typed, (all) => assert.equal(all.length, 1));
    assert.match(
      text,
      /\n> vitest: 1 failed, 2 passed\n> \n> FAIL {2}adds numbers\n> \n> {7}Tests {2}1 failed/u,
    );
  });

  it('are sent by the next hub when their session finished in between, once', async () => {
    await bothRest();
    await add();
    await works(source, 'Fix the tests');
    await waitsFor(undefined);
    await endHub();
    writes(source, 'assistant', {
      id: crypto.randomUUID(),
      model: 'claude-sonnet-4-5',
      stop_reason: 'end_turn',
      content: [{ type: 'text', text: 'Done.' }],
      usage: { input_tokens: 1, output_tokens: 1 },
    });
    writeRegistry(source, 'idle');
    await startHub();
    await until(typed, (all) => assert.equal(all.length, 1));
    await endHub();
    await startHub();
    await waitFixedTime(4_000);
    assert.deepEqual(typed(), []);
  });

  it('start a session in a folder through a window, once, also over a restart', async () => {
    await bothRest();
    const newSession = { folder: folder('shop') };
    const when = { kind: 'finished', of: source } as const;
    await add({ text: 'Review {last message}', when, newSession });
    assert.deepEqual(
      (await hub.session(target))?.followUps?.map((one) => one.newSession),
      [newSession],
    );
    await works(source, 'Fix the tests');
    await rests(source, 'Fixed.');
    const started = () => window.taken.filter(({ type }) => type === 'startSession');
    const [order] = await until(started, (all) => assert.equal(all.length, 1));
    assert.ok(order?.type === 'startSession');
    assert.equal(order.folder, newSession.folder);
    assert.match(order.text, /^Review \n\[Quotation .*\n> Fixed\.\n/u);
    await until(card, (one) => assert.equal(one?.state, 'handedOver'));
    const claims = new StartClaims(new PrivateFolder(path.join(home, 'mission-control')));
    assert.ok(await claims.claim(order.sessionId));
    await endHub();
    writes(order.sessionId, 'user', { content: order.text });
    await startHub();
    const read = await until(card, (one) => assert.equal(one?.state, 'read'), 20_000);
    assert.equal(read?.startedAs, order.sessionId);
    await waitFixedTime(2_000);
    assert.deepEqual([started(), typed()], [[], []]);
  });

  it('start no session without a window that offers it with its signature', async () => {
    const offer = { window: 'w', label: 'w', enabled: true, disabledProjects: [] };
    await window.post(routes.control, offer);
    await bothRest();
    const newSession = { folder: folder('shop') };
    await add({ when: { kind: 'time', at: Date.now() + 1 }, newSession });
    await waitsFor('noStarter');
    assert.deepEqual(window.taken, []);
    await window.post(routes.control, { ...offer, starts: true });
    await until(
      () => window.taken.length,
      (count) => assert.equal(count, 1),
    );
  });

  it('start no session in a folder that no session of the board uses', async () => {
    await bothRest();
    const when = { kind: 'time', at: Date.now() } as const;
    await assert.rejects(
      add({ when, newSession: { folder: home } }),
      /Choose the folder of a session on the board\./,
    );
    assert.equal(await card(), undefined);
  });

  it('start no session in a folder that only the file of the queues names', async () => {
    await bothRest();
    const when = { kind: 'time', at: Date.now() + 3_600_000 } as const;
    await add({ when, newSession: { folder: folder('shop') } });
    await endHub();
    const file = path.join(home, 'mission-control', 'prompts.json');
    const { length } = fs.readFileSync(file, 'utf8').split(`"folder":"${folder('shop')}"`);
    assert.equal(length, 2);
    const text = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, text.replace(`"folder":"${folder('shop')}"`, `"folder":"${home}"`));
    await startHub();
    await until(card, (one) => assert.equal(one?.isForeign, true));
    const confirm = { kind: 'edit', id: 'a', text: 'Review: {last message}', when } as const;
    await assert.rejects(
      change({ ...confirm, newSession: { folder: home } }),
      /Choose the folder of a session on the board\./,
    );
    assert.equal((await card())?.isForeign, true);
  });

  it('count only as their person signed them', async () => {
    await bothRest();
    await add();
    await endHub();
    const file = path.join(home, 'mission-control', 'prompts.json');
    const stored = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, stored.replace('"kind":"finished"', '"kind":"ended"'));
    children.get(source)?.kill('SIGKILL');
    await startHub();
    await until(card, (one) => assert.equal(one?.isForeign, true));
    const [shown] = (await hub.session(source))?.followUps ?? [];
    assert.equal(shown?.waitsFor, 'unsigned');
    await waitFixedTime(4_000);
    assert.deepEqual(typed(), []);
  });
});
