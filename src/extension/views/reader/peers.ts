import { isAtWork } from '../../../shared/presentation';
import type { AgentState, LiveSession } from '../../../shared/protocol/protocol';

/**
 * Returns the part of another session by which a transcript's bar offers it as the source or target
 * of a follow-up: its name, its place, and whether it takes a prompt now or after its turn. The rest
 * is blank.
 */
export function peerOf(session: LiveSession): LiveSession {
  const { agent, machine, gitBranch, pid, entrypoint, prompting, repository } = session;
  const branch = repository?.branch ?? gitBranch;
  const { way, followUps, newSessions } = prompting ?? {};
  return {
    sessionId: session.sessionId,
    title: session.title,
    projectPath: session.projectPath,
    projectName: session.projectName,
    ...(agent !== undefined && { agent }),
    ...(machine !== undefined && { machine }),
    ...(branch !== undefined && { gitBranch: branch }),
    ...(pid !== undefined && { pid }),
    ...(entrypoint !== undefined && { entrypoint }),
    ...(prompting !== undefined && {
      prompting: {
        ...(way !== undefined && { way }),
        ...(followUps !== undefined && { followUps }),
        ...(newSessions !== undefined && { newSessions }),
        prompts: [],
      },
    }),
    transcriptPath: '',
    agentState: stateOf(session),
    why: [],
    stateSince: '',
    startedAt: '',
    lastActivityAt: '',
    subagents: [],
    tokens: { input: 0, output: 0, cacheRead: 0, cacheCreation: 0, total: 0 },
    cost: { totalUsd: 0, estimated: false },
    contextWindow: { usedTokens: 0, sizeTokens: 0, usedPercent: 0 },
  };
}

/** A session with an open request gets its next prompt after this turn, like one at work. */
function stateOf(session: LiveSession): AgentState {
  const isBusy = isAtWork(session) || session.pendingRequest !== undefined;
  const state = isBusy ? 'working' : 'idle';
  return {
    group: isBusy ? 'autonomous' : 'needs_you',
    state,
    label: { key: state, values: [], text: '' },
    confidence: 1,
    source: session.agentState.source,
  };
}
