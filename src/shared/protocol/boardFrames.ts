import type { LiveSession } from './protocol';

/** Number of sessions in one frame, so that neither side blocks for long. */
const sessionsPerFrame = 50;

/** Splits sessions into frames, at least one, each quick to serialize and parse. */
export function splitIntoFrames(sessions: readonly LiveSession[]): LiveSession[][] {
  const parts = [sessions.slice(0, sessionsPerFrame)];
  for (let from = sessionsPerFrame; from < sessions.length; from += sessionsPerFrame) {
    parts.push(sessions.slice(from, from + sessionsPerFrame));
  }
  return parts;
}
