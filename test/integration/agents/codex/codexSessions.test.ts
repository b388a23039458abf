import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { agentsWith, type Agents } from '../../../../src/extension/agents/agents';
import { claude } from '../../../../src/extension/agents/claude/claude';
import { createCodex } from '../../../../src/extension/agents/codex/codex';
import { noLimits } from '../../../../src/extension/reader/items/clip';
import { itemsOf } from '../../../../src/extension/reader/items/readerItem';
import { locateTranscript } from '../../../../src/extension/reader/transcriptFilePath';
import { historySchema } from '../../../../src/shared/protocol/history';
import { routes, type LiveSession } from '../../../../src/shared/protocol/protocol';
import { codexRecording } from '../../../support/agents/codexRecordings';
import { readingHere } from '../../../support/hub/process/readingHere';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { TestHub } from '../../../support/hub/testHub';
import { TextReader } from '../../../support/hub/wire/textReader';
import { until } from '../../../support/until';

const thread = '01a21936-7999-7e80-97dd-1c368867396f';

describe('A hub whose computer has a folder of Codex', () => {
  let home = '';
  let codexHome = '';
  let agents: Agents;
  let hub: TestHub;

  beforeEach(async () => {
    home = await tempHome();
    codexHome = path.join(home, '.codex');
    fs.mkdirSync(codexHome);
    agents = [claude, createCodex(() => codexHome)];
    hub = await TestHub.start(home, { agents, startReading: readingHere(agents) });
  });
  afterEach(async () => {
    await hub.close();
    await removeHome(home);
  });

  /** Writes the first lines of a recorded session as if they were written now. */
  function play(scenario: string, count: number): string {
    const lines = linesOf(scenario);
    const now = Date.now() - count;
    const day = path.join(codexHome, 'sessions', '2026', '11', '26');
    fs.mkdirSync(day, { recursive: true });
    const file = path.join(day, `rollout-2026-11-26T18-55-30-${thread}.jsonl`);
    const written = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').length - 1 : 0;
    for (const [index, line] of lines.slice(written, count).entries()) {
      const timestamp = new Date(now + index).toISOString();
      const text = JSON.stringify({ ...line, timestamp });
      const soon = Math.round(now / 1000) + 3_600;
      fs.appendFileSync(file, `${text.replaceAll(/"resets_at":\d+/gu, `"resets_at":${soon}`)}\n`);
    }
    return file;
  }
  function linesOf(scenario: string): readonly object[] {
    const day = path.join(codexRecording(scenario), 'sessions', '2026', '11', '26');
    const [name = ''] = fs.readdirSync(day);
    const text = fs.readFileSync(path.join(day, name), 'utf8').trimEnd();
    return text.split('\n').map((line) => JSON.parse(line) as object);
  }
  const card = async (check: (session: LiveSession) => void): Promise<LiveSession> => {
    const found = await until(
      async () => (await hub.board()).sessions.find(({ sessionId }) => sessionId === thread),
      (session) => {
        assert.ok(session);
        check(session);
      },
    );
    assert.ok(found);
    return found;
  };

  it('believes no hook in the form of one agent about a session of the other', async () => {
    play('basics', 14);
    await card(({ agentState }) => assert.equal(agentState.state, 'acting'));
    const ofClaude = '6f1c1a3e-0d5b-4c1e-9a53-0f6d8c2b7a11';
    const project = path.join(home, 'projects', '-home-dev-proj');
    const prompt = {
      type: 'user',
      sessionId: ofClaude,
      uuid: 'u1',
      timestamp: new Date().toISOString(),
      cwd: '/home/dev/proj',
      message: { role: 'user', content: 'Hello' },
    };
    fs.mkdirSync(project, { recursive: true });
    fs.writeFileSync(path.join(project, `${ofClaude}.jsonl`), `${JSON.stringify(prompt)}\n`);
    await hub.waitFor(ofClaude, ({ title }) => assert.equal(title, 'Hello'));
    const hook = { cwd: '/home/dev/proj', hook_event_name: 'SessionEnd', reason: 'other' };
    const rollout = `/x/rollout-2026-11-26T18-55-30-${thread}.jsonl`;
    await hub.hook({ ...hook, session_id: thread, transcript_path: `/x/${thread}.jsonl` });
    await hub.hook({ ...hook, session_id: ofClaude, transcript_path: rollout });
    const { agentState } = await card(({ agent }) => assert.equal(agent, 'codex'));
    const other = await hub.session(ofClaude);
    assert.equal(agentState.state, 'acting');
    assert.deepEqual(
      [other?.agent, other?.why.some(({ source }) => source === 'hook')],
      [undefined, false],
    );
  });

  it('has its sessions on the board as they go on, with title, model, window and tokens', async () => {
    const file = play('basics', 14);
    const acting = await card(({ agentState }) => assert.equal(agentState.state, 'acting'));
    assert.deepEqual(
      [acting.agent, acting.projectPath, acting.gitBranch, acting.transcriptPath, acting.title],
      ['codex', '/home/dev/proj', 'feature-x', file, '[[one]] what is in hello.txt?'],
    );
    play('basics', 23);
    const idle = await card(({ agentState, tokens }) => {
      assert.equal(agentState.state, 'idle');
      assert.equal(tokens.total, 24_240);
    });
    const { contextWindow, model, cost } = idle;
    assert.deepEqual(
      [model, contextWindow.usedTokens, contextWindow.sizeTokens, cost.totalUsd, cost.unpriced],
      ['gpt-5.5', 12_120, 258_400, 0, true],
    );
    const index = path.join(codexHome, 'session_index.jsonl');
    fs.writeFileSync(index, `${JSON.stringify({ id: thread, thread_name: 'Hello' })}\n`);
    const { agentLimits } = (await hub.board()).summary;
    assert.deepEqual(
      agentLimits?.map(({ agent, fiveHour, sevenDay }) => [agent, fiveHour?.used, sevenDay?.used]),
      [['codex', 0.375, 0.1225]],
    );
    await card(({ title }) => assert.equal(title, 'Hello'));
  });

  describe('by its environment', () => {
    let named: string | undefined;
    beforeEach(() => {
      named = process.env['CODEX_HOME'];
      process.env['CODEX_HOME'] = codexHome;
    });
    afterEach(() => {
      if (named === undefined) delete process.env['CODEX_HOME'];
      else process.env['CODEX_HOME'] = named;
    });
    async function restart(...wantedAgents: readonly string[]): Promise<void> {
      await hub.close();
      const startReading = readingHere(agentsWith(wantedAgents));
      hub = await TestHub.start(home, { wantedAgents, startReading });
    }

    it('has its sessions only if the person wants them', async () => {
      await restart('codex');
      play('basics', 14);
      await card(({ agent }) => assert.equal(agent, 'codex'));
      await restart('claude');
      play('basics', 23);
      await hub.running.complete;
      assert.deepEqual((await hub.board()).sessions, []);
      await restart('claude', 'codex');
      await card(({ agentState }) => assert.equal(agentState.state, 'idle'));
    });
  });

  it('says what came of their commands, in the program’s own form and inside a script', async () => {
    const file = play('basics', 9);
    const write = (type: string, payload: object): void => {
      const timestamp = new Date().toISOString();
      fs.appendFileSync(file, `${JSON.stringify({ timestamp, ordinal: 99, type, payload })}\n`);
    };
    const args = JSON.stringify({ cmd: 'npx mocha' });
    const call = { type: 'function_call', name: 'exec_command', arguments: args, call_id: 'c1' };
    write('response_item', call);
    const output = 'Wall time: 1 seconds\nProcess exited with code 0\nOutput:\n  12 passing (1s)\n';
    write('response_item', { type: 'function_call_output', call_id: 'c1', output });
    const command = ['/bin/bash', '-lc', 'git commit -m "Say hello"'];
    const item = {
      type: 'CommandExecution',
      id: 'exec-1',
      command,
      exit_code: 0,
      aggregated_output: '[main 1a2b3c4] Say hello\n 1 file changed, 1 insertion(+)\n',
    };
    write('event_msg', { type: 'item_completed', item });
    write('event_msg', { type: 'task_complete', last_agent_message: 'Done.' });
    await card(({ outcome }) => {
      assert.equal(outcome?.tests?.passed, 12);
      assert.equal(outcome.commits, 1);
    });
  });

  it('has its transcripts found, searched and shown', async () => {
    const index = path.join(codexHome, 'session_index.jsonl');
    fs.writeFileSync(index, `${JSON.stringify({ id: thread, thread_name: 'Hello' })}\n`);
    play('basics', 33);
    const session = await card(() => undefined);
    const history = await until(
      async () => historySchema.parse(JSON.parse((await hub.call(routes.history)).text)),
      ({ sessions }) => assert.equal(sessions.length, 1),
    );
    const [past] = history.sessions;
    assert.deepEqual([past?.agent, past?.title, past?.model], ['codex', 'Hello', 'gpt-5.5']);
    // A session that is renamed does not write into its transcript.
    fs.appendFileSync(index, `${JSON.stringify({ id: thread, thread_name: 'Renamed' })}\n`);
    await until(
      async () => historySchema.parse(JSON.parse((await hub.call(routes.history)).text)),
      ({ sessions }) => assert.equal(sessions[0]?.title, 'Renamed'),
    );
    const url = `${hub.url}${routes.historyText}?query=hello%20world`;
    const hits = (await new TextReader(url, hub.running.token).all()).flatMap((event) =>
      event.type === 'hit' ? [event.data.session.sessionId] : [],
    );
    assert.deepEqual([...new Set(hits)], [thread]);
    const { path: file, format } = await locateTranscript(session, undefined, home, agents);
    const style = { format, relative: (name: string) => name, isSubagent: false, limits: noLimits };
    const items = fs
      .readFileSync(file)
      .toString()
      .trim()
      .split('\n')
      .flatMap((line) => itemsOf({ at: 0, bytes: Buffer.from(line), length: line.length }, style));
    const kinds = items.slice(0, 5).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['prompt', 'thinking', 'text', 'tool', 'result']);
    const voices = items.flatMap((item) => (item.kind === 'text' ? [item.by] : []));
    assert.deepEqual([...new Set(voices)], ['Codex']);
  });
});
