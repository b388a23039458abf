/** Kinds of requests: to allow a tool, to answer questions, or to approve a plan. */
export type RequestKind = 'tool' | 'questions' | 'plan';

export function requestKind(toolName: string): RequestKind {
  if (toolName === 'AskUserQuestion') return 'questions';
  return toolName === 'ExitPlanMode' ? 'plan' : 'tool';
}

/** True for a tool that changes one text file, so that its diff can be shown. */
export function isEdit(toolName: string): boolean {
  return toolName === 'Edit' || toolName === 'MultiEdit' || toolName === 'Write';
}
