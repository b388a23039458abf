import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { aPendingRequest } from '../../sessionBuilder';
import { threeQuestions } from '../../board/someQuestions';
import { believableBoard } from './believableBoard';

const plan = `# Replace the navigation stack

1. Add the router beside the old stack, behind a flag.
2. Move the screens over, the settings first.
3. Turn the flag on for the beta, and watch the crash rate for a week.
4. Remove the old stack.

## Not in this change

- Deep links keep their old form.`;

/** The believable board with every request held, and with each kind of request. */
export const answerableBoard: readonly LiveSession[] = believableBoard.map((session) => {
  const { pendingRequest } = session;
  if (pendingRequest === undefined) return session;
  const { toolName } = pendingRequest;
  return {
    ...session,
    pendingRequest: aPendingRequest({
      ...pendingRequest,
      requestId: `request-${session.sessionId}`,
      cwd: session.projectPath,
      call: { id: `call-${session.sessionId}`, fate: 'open', answerable: true },
      ...(toolName === 'AskUserQuestion' && { toolInput: { questions: threeQuestions } }),
      ...(toolName === 'ExitPlanMode' && { toolInput: { plan } }),
      ...(toolName === 'Bash' && {
        suggestions: [
          {
            type: 'addRules',
            rules: [{ toolName: 'Bash', ruleContent: 'npm run *' }],
            behavior: 'allow',
            destination: 'localSettings',
          },
        ],
      }),
    }),
  };
});
