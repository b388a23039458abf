import { toolKind } from '../agents/tools';

/** Kinds of requests: to allow a tool, to answer questions, or to approve a plan. */
export type RequestKind = 'tool' | 'questions' | 'plan';

export function requestKind(toolName: string): RequestKind {
  const kind = toolKind(toolName);
  if (kind === 'question') return 'questions';
  return kind === 'plan' ? 'plan' : 'tool';
}
