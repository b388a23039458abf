import type { Line } from '../../support/transcript/clientLines';

/** Fields that only the current client writes. */
const currentOnly = new Set([
  'requestRef',
  'requestedModel',
  'promptCacheRequested',
  'apiBlockIndex',
  'effort',
  'perTurnEffort',
  'madeBy',
  'session_id',
  'promptId',
  'promptSource',
  'turnOrigin',
  'turnPosition',
  'origin',
  'entrypoint',
  'permissionDecision',
  'sandboxed',
  'attributionAgent',
  'toolInputStreamMs',
  'thinkingDurationMs',
  'thinkingDisplay',
  'isAbortedMidStream',
]);

const first = 'parentUuid isSidechain userType cwd sessionId version gitBranch agentId'.split(' ');

/**
 * Converts a line to the format of a client of last year: fewer fields, a different order, and the
 * model before the id.
 */
export function olderLine(line: Line): Line {
  if (line['uuid'] === undefined) return line;
  const result: Record<string, unknown> = {};
  for (const key of first) if (line[key] !== undefined) result[key] = line[key];
  for (const [key, value] of Object.entries(line)) {
    if (currentOnly.has(key) || key in result) continue;
    result[key] = key === 'message' && line['type'] === 'assistant' ? modelFirst(value) : value;
  }
  return result;
}

function modelFirst(message: unknown): unknown {
  // Assistant lines always have a model.
  const { model, ...rest } = message as { readonly model: string };
  return { model, ...rest };
}
