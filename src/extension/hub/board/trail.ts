import type { Evidence, LiveSession } from '../../../shared/protocol/protocol';

/**
 * One line of the log for a new state: what it is, and which signals said so. No title, prompt or
 * tool input: the log may be shown to others.
 */
export function trailLine({ sessionId, agentState, why }: LiveSession): string {
  const { group, state, confidence } = agentState;
  const signals = why.map(signalText).join('; ');
  return `${sessionId.slice(0, 8)} ${group}/${state} (${confidence}): ${signals}`;
}

function signalText({ source, signal, at, verdict }: Evidence): string {
  const time = at.slice(11, 23);
  const said = `${source} ${signal} ${time}`;
  return verdict === 'decides' ? said : `${said} ${verdict}`;
}
