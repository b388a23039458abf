import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { SignalFact } from '../../src/extension/hub/domain/facts/signals';
import { signalsOf } from '../../src/extension/transcript/fold/fold';
import { folded } from '../support/transcript/foldedTranscript';
import { deliveries, deliveryHome, deliveryScripts } from '../support/claude/deliveries';
import type { IsolatedHome } from '../support/claude/isolatedHome';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../support/claude/session';
import { until } from '../support/until';

const atLeast = (least: number) => (count: number) => assert.ok(count >= least);

describe('What the work with the real client left behind', function () {
  this.timeout(180_000);
  let api: ScriptedApi;
  let home: IsolatedHome;
  let session: ClientSession;

  before('work', async () => {
    api = await ScriptedApi.start(...deliveryScripts());
    home = await deliveryHome();
    session = await startClient({ api, home });
    for (const name of [...Object.keys(deliveries), 'background', 'subagent']) {
      await session.turn(`[[${name}]] go`, 60_000);
      if (name === 'background') await until(() => api.turns(name).length, atLeast(4));
      if (name === 'subagent') await until(() => api.turns(name).length, atLeast(3));
      await session.waitFor('prompt');
    }
    await until(() => readSignals().filter(({ kind }) => kind === 'pr').length, atLeast(1));
    const { MC_RECORD_DELIVERIES: folder } = process.env;
    if (folder !== undefined) fs.cpSync(projects(), folder, { recursive: true });
  });
  after(async () => {
    await session?.dispose();
    await home?.dispose();
    await api?.close();
  });

  const projects = (): string => path.join(home.configHome, 'projects');

  /** The signals of the session's transcript, or of its subagent's. */
  function readSignals(agentId?: string): readonly SignalFact[] {
    const names = fs.readdirSync(projects(), { recursive: true, encoding: 'utf8' });
    const isWanted = (name: string) =>
      name.endsWith('.jsonl') && name.includes('subagents') === (agentId !== undefined);
    const file = path.join(projects(), names.find(isWanted) ?? 'missing');
    return signalsOf(folded({ path: file, sessionId: 's', agentId })).signals;
  }
  const ofTurn = (turn: number, kind: string): readonly SignalFact[] =>
    readSignals().filter((one) => one.turn === turn && one.kind === kind);

  it('are commits, with what the client tells of them, and those of which it tells nothing', () => {
    const commits = ofTurn(1, 'commit');
    assert.deepEqual(
      commits.map(({ ok, data }) => [ok, data['kind'], data['branch'], typeof data['sha']]),
      [
        [true, 'committed', 'main', 'string'],
        [true, 'committed', undefined, 'undefined'],
        [true, 'amended', 'main', 'string'],
        [undefined, 'committed', undefined, 'undefined'],
      ],
    );
  });

  it('are pushes, also one that failed', () => {
    assert.deepEqual(
      ofTurn(2, 'push').map(({ ok, data }) => [ok, data]),
      [
        [true, { branch: 'main' }],
        [false, {}],
        [true, { ref: 'tags' }],
      ],
    );
  });

  it('are merges, also one with conflicts, and branches', () => {
    const outcomes = [...ofTurn(3, 'merge'), ...ofTurn(3, 'branch')];
    assert.deepEqual(
      outcomes.map(({ ok, data }) => [ok, data]),
      [
        [false, { ref: 'other', action: 'merged' }],
        [true, { ref: 'clean', action: 'merged' }],
        [true, { branch: 'feature/auth', action: 'switched' }],
      ],
    );
  });

  it('are a pull request, once, however often the client notes it', () => {
    const url = 'https://github.com/dev/proj/pull/41';
    assert.deepEqual(
      readSignals()
        .filter(({ kind }) => kind === 'pr')
        .map(({ turn, ok, data }) => [turn, ok, data]),
      [[4, true, { number: 41, url, repository: 'dev/proj', action: 'merged' }]],
    );
  });

  it('are the outcome of a command in the background, told at its end', () => {
    assert.deepEqual(
      ofTurn(6, 'commit').map(({ ok, data }) => [ok, data]),
      [[true, { kind: 'committed' }]],
    );
  });

  it('are those of a subagent, in its own transcript', () => {
    const [commit] = readSignals('a');
    assert.deepEqual([commit?.kind, commit?.data['branch']], ['commit', 'feature/auth']);
  });
});
