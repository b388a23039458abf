import { useState } from 'react';
import { formatPath } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { plainLine } from '../../../shared/text/plainText';
import type { LiveSession, PendingRequest } from '../../../shared/protocol/protocol';
import { isEdit } from '../../../shared/request/requestKind';
import { suggestionTexts } from '../../../shared/words/suggestionText';
import { decideOn, showRest } from '../../decide/decide';
import { useBoard, usePage } from '../../page';
import { pieceOfRequest, requestPieces } from '../../decide/sight';
import { RequestFields } from '../card/RequestInFull';
import { AlwaysChoices } from './AlwaysChoices';
import { Choice } from './Choice';
import { MessageForm } from './MessageForm';
import { TerminalChoice } from './TerminalChoice';
import { useMessage } from './useMessage';

export interface AnswerProps {
  readonly session: LiveSession;
  /** All of it. */
  readonly request: PendingRequest;
  readonly call: string;
  /** Whether Tab reaches what is in it. */
  readonly reachable: boolean;
  /** Why what goes by a name cannot be allowed yet; undefined when all of it was in sight. */
  readonly notYet: (name: string) => string | undefined;
}

/** What a tool would do, and the ways to answer it. */
export function ToolAnswer({ session, request, call, reachable, notYet }: AnswerProps) {
  const { sessionId } = session;
  const page = usePage();
  const home = useBoard((state) => state.home);
  const [open, setOpen] = useState(false);
  const message = useMessage(session);
  const always = suggestionTexts(request.suggestions, home);
  const left = request.suggestions.length - always.length;
  const tabIndex = reachable ? 0 : -1;
  const name = plainLine(request.toolName, 80);
  const allow = () =>
    void (decideOn(page, session, { kind: 'allow' }, 'pointer') || showRest(page, call));
  return (
    <>
      <RequestFields request={request} tabIndex={tabIndex} />
      {request.cwd !== undefined && (
        <p className="answer-folder" {...pieceOfRequest}>
          {t('in {0}', plainLine(formatPath(request.cwd, home), 4_000))}
        </p>
      )}
      <fieldset className="answer-buttons" aria-label={t('Answer {0}', name)}>
        <Choice
          name={t('Allow')}
          action="allow"
          shortcut="A"
          primary
          notYet={notYet(requestPieces)}
          tabIndex={tabIndex}
          run={allow}
        />
        {always.length > 0 && (
          <Choice
            name={t('Allow Always…')}
            action="always"
            expanded={open}
            tabIndex={tabIndex}
            run={() => setOpen(!open)}
          />
        )}
        <Choice
          name={t('Deny')}
          action="deny"
          shortcut="D"
          tabIndex={tabIndex}
          run={() => decideOn(page, session, { kind: 'deny' }, 'pointer')}
        />
        <Choice
          name={t('Deny with Message…')}
          action="denyWithMessage"
          shortcut="S"
          expanded={message.open}
          tabIndex={tabIndex}
          run={message.toggle}
        />
        {isEdit(request.toolName) && (
          <Choice
            name={t('Show Diff')}
            action="diff"
            shortcut="V"
            tabIndex={tabIndex}
            run={() => page.board.post({ type: 'showRequestDiff', sessionId })}
          />
        )}
        <TerminalChoice sessionId={sessionId} call={call} tabIndex={tabIndex} />
      </fieldset>
      {open && (
        <AlwaysChoices session={session} offers={always} left={left} {...{ notYet, tabIndex }} />
      )}
      {message.open && (
        <MessageForm
          session={session}
          message={message}
          label={t('What the agent should do instead')}
          send={t('Deny')}
        />
      )}
    </>
  );
}
