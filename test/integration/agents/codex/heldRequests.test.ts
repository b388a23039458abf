import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Agents } from '../../../../src/extension/agents/agents';
import { claude } from '../../../../src/extension/agents/claude/claude';
import { createCodex } from '../../../../src/extension/agents/codex/codex';
import { requestDigest } from '../../../../src/extension/util/keys/signing';
import { codexId } from '../../../../src/shared/agents/agentLabels';
import type { Decision } from '../../../../src/shared/protocol/control';
import type { Answer } from '../../../support/hub/wire/call';
import { codexHooksOf, codexRecording } from '../../../support/agents/codexRecordings';
import { TestHub } from '../../../support/hub/testHub';
import { tempHome } from '../../../support/hub/tempHome';
import { needs } from '../../../support/skip';
import { assertSilent, runRelay, type RelayResult } from '../../relay/relayRun';

const [started, prompted, called, request] = codexHooksOf('approval').map(({ payload }) => payload);
const sessionId = String(request?.['session_id']);

describe('A request of Codex that comes by the relay', () => {
  let hub: TestHub;
  let agents: Agents;

  before(function () {
    needs(this, 'sh');
    assert.equal(request?.hook_event_name, 'PermissionRequest');
  });
  beforeEach(async () => {
    const home = await tempHome();
    agents = [claude, createCodex(() => path.join(home, 'codex'))];
    hub = await TestHub.start(home, { agents });
  });
  afterEach(() => hub.dispose());

  const relay = (payload: unknown, ...args: readonly string[]): Promise<RelayResult> =>
    runRelay({
      args,
      input: JSON.stringify(payload),
      env: { CLAUDE_CONFIG_DIR: hub.home, HOME: hub.home },
    });

  async function decide(decision: Decision): Promise<Answer> {
    const { pendingRequest } = await hub.waitFor(sessionId, (session) =>
      assert.equal(session.pendingRequest?.call?.answerable, true),
    );
    assert.ok(pendingRequest);
    const call = pendingRequest.call?.id;
    const shown = requestDigest(pendingRequest);
    return hub.signed('decide', sessionId, { call, shown, window: 'shop', decision });
  }

  it('is an event on the board, and not held unless the person wants that', async () => {
    await hub.window('shop');
    for (const payload of [started, prompted, called]) assertSilent(await relay(payload));
    assertSilent(await relay(request, '--wait'));
    const { agent, agentState, pendingRequest, projectPath } = await hub.waitFor(
      sessionId,
      (session) => assert.equal(session.agentState.state, 'needs_permission'),
    );
    assert.deepEqual(
      [agent, projectPath, agentState.group],
      [codexId, '/home/dev/proj', 'needs_you'],
    );
    assert.equal(pendingRequest?.call, undefined);
  });

  it('is answered in the form that Codex takes', async () => {
    await hub.window('shop', { heldAgents: [codexId] });
    await relay(prompted);
    const allowed = relay(request, '--wait');
    await decide({ kind: 'allow' });
    const hookEventName = 'PermissionRequest';
    assert.deepEqual(JSON.parse((await allowed).stdout), {
      hookSpecificOutput: { hookEventName, decision: { behavior: 'allow' } },
    });
    const denied = relay(request, '--wait');
    const stopping = await decide({ kind: 'deny', message: 'No', interrupt: true });
    assert.equal(stopping.status, 400);
    await decide({ kind: 'deny', message: 'Use another file' });
    assert.deepEqual(JSON.parse((await denied).stdout), {
      hookSpecificOutput: {
        hookEventName,
        decision: { behavior: 'deny', message: 'Use another file' },
      },
    });
  });

  it('waits for nobody if an automatic reviewer answers it', async () => {
    await hub.window('shop', { heldAgents: [codexId] });
    const name = path.posix.basename(String(request?.['transcript_path']));
    const day = path.join('sessions', '2026', '11', '26');
    const transcript = path.join(hub.home, 'codex', day, name);
    const recorded = fs.readFileSync(path.join(codexRecording('approval'), day, name), 'utf8');
    const start = recorded.split('\n').slice(0, 7).join('\n');
    fs.mkdirSync(path.dirname(transcript), { recursive: true });
    const reviewer = (of: string): string => `"approvals_reviewer":"${of}"`;
    fs.writeFileSync(transcript, `${start.replaceAll(reviewer('user'), reviewer('guardian'))}\n`);
    const here = { transcript_path: transcript };
    await relay({ ...prompted, ...here });
    await hub.waitFor(sessionId, (session) => assert.equal(session.transcriptPath, transcript));
    await relay({ ...called, ...here });
    await hub.waitFor(sessionId, ({ agentState }) => assert.equal(agentState.state, 'acting'));
    assertSilent(await relay({ ...request, ...here }, '--wait'));
    // The next hook is applied after the request.
    await relay({ ...called, ...here, tool_use_id: 'next', tool_name: 'next' });
    const { agentState, pendingRequest } = await hub.waitFor(sessionId, (session) =>
      assert.match(session.agentState.label.text, /next/u),
    );
    assert.deepEqual([agentState.group, pendingRequest], ['autonomous', undefined]);
  });

  it('is not held while a window is only expected, although the person wants it held', async () => {
    await hub.close();
    const control = { enabled: true, disabledProjects: [], heldAgents: [codexId] };
    hub = await TestHub.start(hub.home, { agents, control });
    assertSilent(await relay(request, '--wait'));
  });
});
