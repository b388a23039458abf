import { CircleUser, Server } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { plainLine } from '../../../shared/text/plainText';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { isOfAccount, whereText } from '../../../shared/board/texts/machineText';
import { requestKind, type RequestKind } from '../../../shared/request/requestKind';
import { pieceOfRequest, type UnseenReason } from '../../decide/sight';
import { PlanAnswer } from './plan/PlanAnswer';
import { QuestionAnswer } from './QuestionAnswer';
import { ToolAnswer, type AnswerProps } from './ToolAnswer';
import { useInSight } from './useInSight';
import { useWholeRequest } from './useWholeRequest';

const answers: Readonly<Record<RequestKind, typeof ToolAnswer>> = {
  tool: ToolAnswer,
  questions: QuestionAnswer,
  plan: PlanAnswer,
};

/** Reasons why a request cannot be allowed yet, with the remedy. */
const unseenTexts: Readonly<Record<UnseenReason, () => string>> = {
  folded: () => t('First show the whole request. This button does that.'),
  outOfSight: () => t('First scroll to the end of the request. This button does that.'),
};

interface Props {
  readonly session: LiveSession;
  readonly call: string;
}

/** Loads the complete request and shows it with its buttons. */
export function RequestAnswer(props: Props) {
  const request = useWholeRequest(props.session);
  if (request === undefined)
    return <p className="answer-note small muted">{t('Loading the whole request…')}</p>;
  return <WholeRequest {...props} request={request} />;
}

/** The request with its subagent or MCP server, and the buttons to answer it. */
function WholeRequest(props: Omit<AnswerProps, 'notYet'>) {
  const { session, request, call } = props;
  const { panel, unseenReasonOf } = useInSight(session.sessionId, call);
  const { agentType, mcpServer, toolName } = request;
  const Answer = answers[requestKind(toolName)];
  const notYet = (name: string) => {
    const unseen = unseenReasonOf(name);
    return unseen && unseenTexts[unseen]();
  };
  return (
    <div ref={panel} className="answer-body stack gap-6 small breaks">
      {agentType !== undefined && (
        <p className="bold" {...pieceOfRequest}>
          {t('{0} subagent asks', plainLine(agentType, 60))}
        </p>
      )}
      {mcpServer !== undefined && (
        <p className="bold" {...pieceOfRequest}>
          {t('Tool of the MCP server {0}', plainLine(mcpServer, 60))}
        </p>
      )}
      {(request.cwd === undefined || requestKind(toolName) !== 'tool') && (
        <RequestMachine session={session} />
      )}
      <Answer {...props} notYet={notYet} />
    </div>
  );
}

/** The machine on which the request would be executed, unless it is this machine. */
function RequestMachine({ session }: Pick<Props, 'session'>) {
  const where = whereText(session);
  if (where === '') return null;
  const Icon = isOfAccount(session) ? CircleUser : Server;
  return (
    <p className="answer-machine across gap-5 bold" {...pieceOfRequest}>
      <Icon className="icon" aria-hidden="true" />
      <bdi>{where}</bdi>
    </p>
  );
}
