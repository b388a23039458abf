import type { ToolKind } from '../../../../shared/agents/tool';
import type { JsonObject } from '../../../util/json';

/**
 * The kind of tool that produced a result, from the client's structured record; `other` if the
 * record adds nothing to the text.
 */
export function resultKind(details: JsonObject): ToolKind {
  if (Array.isArray(details['structuredPatch'])) return 'edit';
  if (details['type'] === 'text' && typeof details['file'] === 'object') return 'read';
  if (Array.isArray(details['newTodos'])) return 'todos';
  if (typeof details['answers'] === 'object') return 'question';
  if (typeof details['plan'] === 'string') return 'plan';
  if (typeof details['agentId'] === 'string') return 'subagent';
  return 'other';
}
