import { useRef, useState } from 'react';
import { formatPath } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { plainLine } from '../../../shared/text/plainText';
import type { LiveSession, PendingRequest } from '../../../shared/protocol/protocol';
import { hasLocalPaths, whereText } from '../../../shared/board/texts/machineText';
import { hasGrants } from '../../../shared/agents/agentLabels';
import { isTextEdit } from '../../../shared/agents/tools';
import { suggestionTexts } from '../../../shared/words/suggestionText';
import { decideOn } from '../../decide/decide';
import { answerKey, chordLabel, denyKey } from '../../keys/shortcut';
import { useBoard, useHasEditor, usePage, useView } from '../../page';
import { pieceOfRequest, requestPieces } from '../../decide/sight';
import { ChangedSince } from '../card/collisions/Collisions';
import { RequestFields } from '../card/RequestInFull';
import { GrantForm } from '../grants/GrantForm';
import { AlwaysChoices } from './AlwaysChoices';
import { AnswerButtons } from './AnswerButtons';
import { Button } from '../Button';
import { MessageForm } from './MessageForm';
import { TerminalChoice } from './TerminalChoice';
import { useMessage } from './useMessage';

export interface AnswerProps {
  readonly session: LiveSession;
  /** The complete request. */
  readonly request: PendingRequest;
  readonly call: string;
  /** Reason why the pieces with this name cannot be allowed yet; undefined once all were seen. */
  readonly notYet: (name: string) => string | undefined;
}

/** A tool call and the buttons to answer it. */
export function ToolAnswer({ session, request, call, notYet }: AnswerProps) {
  const { sessionId } = session;
  const page = usePage();
  const hasEditor = useHasEditor();
  const home = useBoard((state) => state.home);
  const singleKeys = useView((state) => state.singleKeys);
  const [open, setOpen] = useState(false);
  const [grants, setGrants] = useState(false);
  const grantButton = useRef<HTMLButtonElement>(null);
  const message = useMessage(session);
  const always = hasEditor ? suggestionTexts(request.suggestions, home) : [];
  const undescribedCount = request.suggestions.length - always.length;
  const name = plainLine(request.toolName, 80);
  const where = whereText(session);
  const unseen = notYet(requestPieces);
  return (
    <>
      <ChangedSince session={session} />
      <RequestFields request={request} surroundings={session.pendingRequest?.call?.surroundings} />
      {request.cwd !== undefined && (
        <p className="answer-folder muted mono" {...pieceOfRequest}>
          {t(
            'in {0}',
            plainLine(hasLocalPaths(session) ? formatPath(request.cwd, home) : request.cwd, 4_000),
          )}
          {where !== '' && <b className="answer-on text one-line"> {where}</b>}
        </p>
      )}
      <AnswerButtons
        name={t('Answer {0}', name)}
        unread={unseen === undefined ? undefined : t('Allow')}
      >
        <Button
          name={t('Allow')}
          action="allow"
          shortcut={chordLabel(answerKey)}
          primary
          notYet={unseen}
          onClick={() => decideOn(page, session, { kind: 'allow' }, 'pointer')}
        />
        {always.length > 0 && (
          <Button
            name={t('Allow Always…')}
            action="always"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        )}
        {hasGrants(session) && (
          <Button
            ref={grantButton}
            name={t('Allow for a While…')}
            action="allowForAWhile"
            aria-expanded={grants}
            onClick={() => setGrants(!grants)}
          />
        )}
        <Button
          name={t('Deny')}
          action="deny"
          shortcut={chordLabel(denyKey)}
          onClick={() => decideOn(page, session, { kind: 'deny' }, 'pointer')}
        />
        <Button
          name={t('Deny with Message…')}
          action="denyWithMessage"
          aria-expanded={message.open}
          onClick={message.toggle}
        />
        {hasEditor && isTextEdit(request.toolName) && (
          <Button
            name={t('Show Diff')}
            action="diff"
            {...(singleKeys && { shortcut: 'V' })}
            onClick={() => page.board.post({ type: 'showRequestDiff', sessionId })}
          />
        )}
        <TerminalChoice sessionId={sessionId} call={call} />
      </AnswerButtons>
      {grants && (
        <GrantForm
          session={session}
          request={request}
          notYet={notYet}
          onClose={() => {
            setGrants(false);
            grantButton.current?.focus();
          }}
        />
      )}
      {open && (
        <AlwaysChoices
          session={session}
          offers={always}
          undescribedCount={undescribedCount}
          notYet={notYet}
        />
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
