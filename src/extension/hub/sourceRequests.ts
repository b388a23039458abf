import { agentMark } from '../agents/agentMark';
import type { SourceRequest } from '../agents/requests';
import type { LiveBoard } from './board/liveBoard';
import type { Control } from './control/control';
import { hookEvent } from './domain/facts/hookEvent';
import type { Intake } from './intake';

export interface SourceRequestParts {
  readonly control: Pick<Control, 'calls' | 'holdReported'>;
  readonly board: Pick<LiveBoard, 'get'>;
  readonly intake: Pick<Intake, 'apply'>;
}

/** Creates the handler of requests that agents' sources report; those of hooks have `hookIntake`. */
export function sourceRequests({ control, board, intake }: SourceRequestParts) {
  return (request: SourceRequest, agent: string): void => {
    const { sessionId } = request.report;
    const heldCalls = control.calls.heldOf(sessionId);
    const callId = control.holdReported(request, board.get(sessionId)?.projectPath, agent);
    const event = hookEvent(request.report, { callId, heldCalls }, Date.now());
    intake.apply({ ...event, ...agentMark(agent) });
  };
}
