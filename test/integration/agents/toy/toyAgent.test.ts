import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { claude } from '../../../../src/extension/agents/claude/claude';
import type { Agents } from '../../../../src/extension/agents/agents';
import { locateTranscript } from '../../../../src/extension/reader/transcriptFilePath';
import { itemsOf } from '../../../../src/extension/reader/items/readerItem';
import { noLimits } from '../../../../src/extension/reader/items/clip';
import { historySchema } from '../../../../src/shared/protocol/history';
import { routes, type LiveSession } from '../../../../src/shared/protocol/protocol';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { readingHere } from '../../../support/hub/process/readingHere';
import { TestHub } from '../../../support/hub/testHub';
import { TranscriptFile } from '../../../support/hub/transcriptFile';
import { TestWindow } from '../../../support/hub/testWindow';
import { TextReader } from '../../../support/hub/wire/textReader';
import { until } from '../../../support/until';
import {
  toyAgent,
  writeToyRun,
  type ToyHook,
  type ToyLine,
} from '../../../support/agents/toyAgent';
import { requestDigest } from '../../../../src/extension/util/keys/signing';

const agents: Agents = [claude, toyAgent];

const startReading = readingHere(agents);

describe('An agent that is in the list of a hub', () => {
  let home = '';
  let hub: TestHub;
  let log = '';
  let ms = 0;

  beforeEach(async () => {
    home = await tempHome();
    fs.mkdirSync(path.join(home, 'toy-runs'));
    log = path.join(home, 'toy-runs', 'run-one.jsonl');
    ms = Date.now() - 60_000;
    const older = TranscriptFile.of(home, 'session-claude');
    await older.write(older.prompt('Look for the needle, too'));
    hub = await TestHub.start(home, { agents, startReading });
  });
  afterEach(async () => {
    await hub.close();
    await removeHome(home);
  });

  function write(...lines: readonly Omit<ToyLine, 'ms'>[]): void {
    for (const line of lines)
      fs.appendFileSync(log, `${JSON.stringify({ ms: (ms += 1_000), ...line })}\n`);
  }
  const hookOf = (what: ToyHook['what'], more: Partial<ToyHook> = {}): ToyHook => ({
    toy: 1,
    run: 'one',
    what,
    log,
    dir: '/home/dev/shop',
    ...more,
  });
  const card = async (check: (session: LiveSession) => void): Promise<LiveSession> => {
    const found = await until(
      async () => (await hub.board()).sessions.find(({ sessionId }) => sessionId === 'one'),
      (session) => {
        assert.ok(session);
        check(session);
      },
    );
    assert.ok(found);
    return found;
  };

  it('has its sessions on the board, by its own hooks and transcripts', async () => {
    const does = { ref: 'c1', name: 'put', on: '/home/dev/shop/a.ts' };
    write({ who: 'human', says: 'Find the needle', dir: '/home/dev/shop' });
    await hub.hook(hookOf('asked', { says: 'Find the needle' }));
    const running = await card((session) => assert.equal(session.transcriptPath, log));
    assert.equal(running.agent, 'toy');
    assert.equal(running.agentState.group, 'autonomous');
    assert.equal(running.projectPath, '/home/dev/shop');

    write({ who: 'toy', says: 'I write it.', does, spent: 700 });
    await hub.hook(hookOf('may', { does }));
    const asking = await card(({ agentState }) => assert.equal(agentState.group, 'needs_you'));
    assert.match(JSON.stringify(asking.pendingRequest), /a\.ts/u);

    write(
      { who: 'world', ref: 'c1', says: 'written' },
      { who: 'toy', says: 'The haystack is done.' },
    );
    await hub.hook(hookOf('did', { does }));
    await hub.hook(hookOf('rests', { says: 'The haystack is done.' }));
    await card(({ agentState, changes, tokens }) => {
      assert.equal(agentState.state, 'idle');
      assert.deepEqual(changes, { files: 1, edits: 1 });
      assert.equal(tokens.total, 700);
    });
    await hub.hook(hookOf('leaves'));
    await card(({ agentState }) => assert.equal(agentState.group, 'delivered'));
    const other = (await hub.board()).sessions.find((one) => one.sessionId === 'session-claude');
    assert.equal(other?.agent, undefined);
  });

  it('is known by a hook alone, and is answered in its own form', async () => {
    const window = 'shop';
    await hub.window(window);
    const answer = hub.wait(hookOf('may', { does: { ref: 'c1', name: 'sh', on: 'ls' } }));
    const { agent, pendingRequest, transcriptPath } = await card((session) =>
      assert.equal(session.pendingRequest?.call?.answerable, true),
    );
    assert.deepEqual([agent, transcriptPath], ['toy', '']);
    assert.ok(pendingRequest);
    const call = pendingRequest.call?.id;
    const shown = requestDigest(pendingRequest);
    const decision = { kind: 'allow' };
    void hub.signed('decide', 'one', { call, shown, window, decision });
    assert.deepEqual(JSON.parse((await answer).text), { may: true });
  });

  describe('and finds a session that runs', () => {
    let child: ChildProcess;

    beforeEach(async () => {
      await hub.close();
      child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)']);
      assert.ok(child.pid !== undefined);
      writeToyRun(home, 'one', child.pid);
      hub = await TestHub.start(home, { agents, startReading });
    });
    afterEach(() => void child.kill('SIGKILL'));

    it('has it on the board, and ends its process', async () => {
      const exit = once(child, 'exit');
      const { agent, pid } = await card(() => undefined);
      assert.deepEqual([agent, pid], ['toy', child.pid]);
      const window = 'shop';
      await hub.window(window);
      await hub.signed('act', 'one', { act: 'terminate', window });
      assert.deepEqual(await exit, [null, 'SIGTERM']);
    });

    it('knows from its transcript that it read a prompt', async () => {
      const window = await TestWindow.open(hub, 'shop', { terminals: [process.pid] });
      const offer = { window: 'shop', label: 'shop', enabled: true, disabledProjects: [] };
      await window.post(routes.control, offer);
      write({ who: 'human', says: 'Find the needle', dir: '/home/dev/shop' });
      await hub.hook(hookOf('rests', { says: 'Here it is.' }));
      await window.signed('prompts', 'one', { change: { kind: 'add', id: 'a', text: 'Go on' } });
      const promptIs = (state: string): Promise<unknown> =>
        card(({ prompting }) => assert.equal(prompting?.prompts?.[0]?.state, state));
      await promptIs('handedOver');
      ms = Date.now();
      write({ who: 'human', says: 'Go on' });
      await promptIs('read');
      window.close();
    });
  });

  it('says what came of its commands', async () => {
    write(
      { who: 'human', says: 'Run the tests', dir: '/home/dev/shop' },
      { who: 'toy', does: { ref: 'c1', name: 'sh', on: 'npx mocha' } },
      { who: 'world', ref: 'c1', says: '  12 passing (1s)' },
      { who: 'toy', says: 'All tests pass.' },
    );
    await hub.hook(hookOf('rests', { says: 'All tests pass.' }));
    await card(({ outcome }) => assert.equal(outcome?.tests?.passed, 12));
  });

  it('has its transcripts found, searched and shown', async () => {
    write({ who: 'human', says: 'Find the needle', dir: '/home/dev/shop' });
    write({ who: 'toy', says: 'Here it is.' });
    await hub.running.complete;
    const history = await until(
      async () => historySchema.parse(JSON.parse((await hub.call(routes.history)).text)),
      ({ sessions }) => assert.equal(sessions.length, 2),
    );
    const past = history.sessions.find(({ sessionId }) => sessionId === 'one');
    assert.deepEqual([past?.agent, past?.title], ['toy', 'Find the needle']);
    const reader = new TextReader(
      `${hub.url}${routes.historyText}?query=needle`,
      hub.running.token,
    );
    const hits = (await reader.all()).flatMap((event) =>
      event.type === 'hit' ? [event.data.session.sessionId] : [],
    );
    assert.deepEqual(hits.toSorted(), ['one', 'session-claude']);
    const session = await card(() => undefined);
    const { path: file, format } = await locateTranscript(session, undefined, home, agents);
    const style = { format, relative: (name: string) => name, isSubagent: false, limits: noLimits };
    const items = fs
      .readFileSync(file)
      .toString()
      .trim()
      .split('\n')
      .flatMap((line) => itemsOf({ at: 0, bytes: Buffer.from(line), length: line.length }, style));
    assert.deepEqual(
      items.map(({ kind }) => kind),
      ['prompt', 'text'],
    );
  });
});
