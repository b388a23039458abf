import { threeQuestions } from '../../board/someQuestions';
import { aPendingRequest, type SessionOverrides } from '../../sessionBuilder';

/**
 * Sessions with one example of everything that the bar below a transcript handles: requests,
 * prompts, a retry.
 */
export const barRequests: readonly SessionOverrides[] = [
  asks('Bash', { command: 'npm publish' }),
  asks('Edit', { file_path: '/home/dev/shop/a.ts', old_string: 'a', new_string: 'b' }),
  asks('AskUserQuestion', { questions: threeQuestions }),
  asks('AskUserQuestion', { questions: threeQuestions.slice(0, 1) }),
  asks('ExitPlanMode', { plan: '# Colours\n\n1. Paint it.\n' }),
  {
    pid: 4,
    agentState: { group: 'needs_you', state: 'idle', label: 'Ready for a prompt' },
    prompting: { way: 'hook', prompts: [] },
  },
  { pid: 4, prompting: { way: 'terminal', prompts: [] } },
  {
    pid: 4,
    agentState: { group: 'needs_you', state: 'errored', label: 'API error' },
    prompting: { way: 'hook', prompts: [] },
  },
];

function asks(toolName: string, toolInput: unknown): SessionOverrides {
  return {
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission' },
    pendingRequest: aPendingRequest({
      requestId: 'one',
      cwd: '/home/dev/shop',
      toolName,
      toolInput,
      call: { id: 'call-one', fate: 'open', answerable: true },
    }),
  };
}
