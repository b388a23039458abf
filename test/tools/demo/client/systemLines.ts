import { again, head, stamp, tail } from './lines';
import type { Frame, Line, TurnHead } from './lines';

export function stopHookSummaryLine(frame: Frame, toolUseId: string, command: string): Line {
  return {
    ...head(frame),
    type: 'system',
    subtype: 'stop_hook_summary',
    hookCount: 1,
    hookInfos: [{ command, durationMs: 18 }],
    hookErrors: [],
    failedHookErrorIndexes: [],
    hookAdditionalContext: [],
    preventedContinuation: false,
    stopReason: '',
    hasOutput: false,
    level: 'suggestion',
    timestamp: frame.timestamp,
    uuid: frame.uuid,
    toolUseID: toolUseId,
    ...again(frame),
    ...tail(frame),
  };
}

export function turnDurationLine(
  frame: Frame,
  durationMs: number,
  messageCount: number,
  pendingAgents: number,
): Line {
  return {
    ...head(frame),
    type: 'system',
    subtype: 'turn_duration',
    durationMs,
    messageCount,
    ...(pendingAgents > 0 && { pendingBackgroundAgentCount: pendingAgents }),
    timestamp: frame.timestamp,
    uuid: frame.uuid,
    isMeta: false,
    ...tail(frame),
  };
}

export function compactBoundaryLine(
  frame: Frame,
  trigger: 'auto' | 'manual',
  preTokens: number,
  postTokens: number,
): Line {
  return {
    parentUuid: null,
    logicalParentUuid: frame.parentUuid,
    isSidechain: false,
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    level: 'info',
    compactMetadata: {
      trigger,
      preTokens,
      postTokens,
      cumulativeDroppedTokens: preTokens - postTokens,
      durationMs: 9200,
    },
    ...stamp(frame),
    ...tail(frame),
  };
}

export function compactSummaryLine(frame: Frame, turn: TurnHead, summary: string): Line {
  const content =
    'This session is being continued from a previous conversation that ran out of context. ' +
    `The summary below covers the earlier portion of the conversation.\n\nSummary:\n${summary}`;
  return {
    ...head(frame),
    promptId: turn.promptId,
    type: 'user',
    message: { role: 'user', content },
    isVisibleInTranscriptOnly: true,
    isCompactSummary: true,
    ...stamp(frame),
    turnPosition: { promptIndex: turn.promptIndex, turnIndex: turn.turnIndex },
    ...again(frame),
    ...tail(frame),
  };
}

/** The client's own short lines, outside of the conversation's chain. */
export const bookkeeping = {
  mode: (sessionId: string): Line => ({ type: 'mode', mode: 'normal', sessionId }),
  permissionMode: (sessionId: string, permissionMode: string): Line => ({
    type: 'permission-mode',
    permissionMode,
    sessionId,
  }),
  lastPrompt: (sessionId: string, lastPrompt: string, leafUuid: string): Line => ({
    type: 'last-prompt',
    lastPrompt,
    leafUuid,
    sessionId,
  }),
  aiTitle: (sessionId: string, aiTitle: string): Line => ({ type: 'ai-title', aiTitle, sessionId }),
  customTitle: (sessionId: string, customTitle: string): Line => ({
    type: 'custom-title',
    customTitle,
    sessionId,
  }),
  agentName: (sessionId: string, agentName: string): Line => ({
    type: 'agent-name',
    agentName,
    sessionId,
  }),
  toolsUsed: (sessionId: string, tools: readonly string[]): Line => ({
    type: 'tools-used',
    tools,
    sessionId,
  }),
  enqueue: (sessionId: string, timestamp: string, content: string): Line => ({
    type: 'queue-operation',
    operation: 'enqueue',
    timestamp,
    sessionId,
    content,
  }),
  dequeue: (sessionId: string, timestamp: string): Line => ({
    type: 'queue-operation',
    operation: 'dequeue',
    timestamp,
    sessionId,
  }),
  pullLink: (
    sessionId: string,
    prNumber: number,
    prUrl: string,
    prRepository: string,
    timestamp: string,
  ): Line => ({ type: 'pr-link', sessionId, prNumber, prUrl, prRepository, timestamp }),
  fileHistory: (messageId: string, timestamp: string): Line => ({
    type: 'file-history-snapshot',
    messageId,
    snapshot: { messageId, trackedFileBackups: {}, timestamp },
    isSnapshotUpdate: false,
  }),
};
