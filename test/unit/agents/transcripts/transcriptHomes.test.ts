import assert from 'node:assert/strict';
import * as path from 'node:path';
import { claude } from '../../../../src/extension/agents/claude/claude';
import { transcriptsOf } from '../../../../src/extension/agents/agents';
import { toyAgent } from '../../../support/agents/toyAgent';

const home = path.resolve('/home/dev/.claude');
const homes = transcriptsOf([claude, toyAgent], home);
const agent = { kind: 'subagent', sessionId: 's1', agentId: 'a' } as const;
const ofClaude = path.join(home, 'projects', 'shop', 's1', 'subagents', 'agent-a.jsonl');
const ofToy = path.join(home, 'toy-runs', 'part-of-s1.jsonl');

describe('The transcripts of all agents', () => {
  it('lead from a subagent to its session as the agent of the folder names its files', () => {
    const owner = (file: string): string => homes.ownTranscript({ path: file, kind: agent });
    assert.equal(owner(ofClaude), path.join(home, 'projects', 'shop', 's1.jsonl'));
    assert.equal(owner(ofToy), path.join(home, 'toy-runs', 'run-s1.jsonl'));
    const session = { path: ofToy, kind: { kind: 'session', sessionId: 's2' } } as const;
    assert.equal(homes.ownTranscript(session), ofToy);
  });

  it('have copies of changed files, and plans, only where their agent stores some', async () => {
    assert.deepEqual(
      await Promise.all(
        [ofClaude, ofToy].map(async (file) => !!(await homes.fileCopies(file, 's1'))),
      ),
      [true, false],
    );
    assert.ok(homes.isPlan(path.join(home, 'plans', 'one.md')));
    assert.ok(!homes.isPlan(path.join(home, 'toy-runs', 'one.md')));
  });

  it('have files beside them, and session ids to store, only where their agent has some', () => {
    const of = (file: string) => [homes.companionsOf(file), homes.sessionIdsOf(file)];
    assert.ok(of(ofClaude).every((one) => one !== undefined));
    assert.deepEqual(of(ofToy), [undefined, undefined]);
  });
});
