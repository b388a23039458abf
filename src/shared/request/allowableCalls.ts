import type { BlockedCallCard } from '../protocol/session/blocked';
import type { LiveSession } from '../protocol/protocol';
import { exactRule } from './exactRule';

/**
 * The blocked calls of a session that an exact rule of its project can allow; none for a session on
 * another machine.
 */
export function allowableCalls({
  blocked,
  machine,
  projectPath,
}: Pick<LiveSession, 'blocked' | 'machine' | 'projectPath'>): readonly BlockedCallCard[] {
  const isHere = machine === undefined || machine.account === true;
  if (blocked === undefined || !isHere || projectPath === '') return [];
  return blocked.calls.filter(
    ({ open, toolName, command }) => open === true && exactRule(toolName, command) !== undefined,
  );
}
