import type { Evidence, LiveSession } from '../../../shared/protocol/protocol';

/**
 * Returns the log line for a new state, with the signals that decided it. Contains no title, prompt
 * or tool input, as people share logs.
 */
export function trailLine({ sessionId, agentState, why }: LiveSession): string {
  const { group, state, confidence } = agentState;
  const signals = why.map(signalText).join('; ');
  return `${sessionId.slice(0, 8)} ${group}/${state} (${confidence}): ${signals}`;
}

function signalText({ source, signal, at, verdict }: Evidence): string {
  const time = at.slice(11, 23);
  const text = `${source} ${signal} ${time}`;
  return verdict === 'decides' ? text : `${text} ${verdict}`;
}
