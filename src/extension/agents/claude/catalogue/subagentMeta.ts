import type { SubagentMeta } from '../../../hub/domain/facts/session';
import { idIn, nameIn, parseObject } from '../../../util/json';

/** Parses a subagent's meta file; undefined while the client is writing it. */
export function parseSubagentMeta(text: string): SubagentMeta | undefined {
  const meta = parseObject(text);
  return (
    meta && {
      agentType: nameIn(meta, 'agentType'),
      description: nameIn(meta, 'description'),
      parentAgentId: idIn(meta, 'parentAgentId'),
      toolUseId: idIn(meta, 'toolUseId'),
      finished: meta['finished'] === true,
      ...(meta['taskKind'] === 'in_process_teammate' && { isTeammate: true }),
    }
  );
}
