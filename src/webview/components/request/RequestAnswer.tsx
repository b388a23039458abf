import { t } from '../../../shared/words/l10n';
import { plainLine } from '../../../shared/text/plainText';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { requestKind, type RequestKind } from '../../../shared/request/requestKind';
import { pieceOfRequest } from '../../decide/sight';
import { unseenText } from '../../text/unseenText';
import { PlanAnswer } from './PlanAnswer';
import { QuestionAnswer } from './QuestionAnswer';
import { ToolAnswer, type AnswerProps } from './ToolAnswer';
import { useInSight } from './useInSight';
import { useWholeRequest } from './useWholeRequest';

const answers: Readonly<Record<RequestKind, typeof ToolAnswer>> = {
  tool: ToolAnswer,
  questions: QuestionAnswer,
  plan: PlanAnswer,
};

interface Props {
  readonly session: LiveSession;
  readonly call: string;
  readonly reachable: boolean;
}

/** The ways to answer a request, once all of it is there. */
export function RequestAnswer(props: Props) {
  const request = useWholeRequest(props.session);
  if (request === undefined)
    return <p className="answer-note">{t('Reading all of the request…')}</p>;
  return <WholeRequest {...props} request={request} />;
}

/** Who asks what, and the ways to answer it. */
function WholeRequest(props: Omit<AnswerProps, 'notYet'>) {
  const { session, request, call } = props;
  const { panel, lacks } = useInSight(session.sessionId, call);
  const { agentType, toolName } = request;
  const Answer = answers[requestKind(toolName)];
  return (
    <div ref={panel} className="answer-body">
      {agentType !== undefined && (
        <p className="answer-asker" {...pieceOfRequest}>
          {t('{0} subagent asks', plainLine(agentType, 60))}
        </p>
      )}
      <Answer {...props} notYet={(name) => unseenText(lacks(name))} />
    </div>
  );
}
