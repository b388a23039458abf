import type { ToolKind } from '../../../../shared/agents/tool';
import type { JsonObject } from './json';

/**
 * The kind of tool that a result is of, by the client's record of it; `other` where the record has
 * nothing that its text does not say as well.
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
