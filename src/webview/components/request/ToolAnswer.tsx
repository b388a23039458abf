import { useState } from 'react';
import { formatPath } from '../../../shared/format';
import { t } from '../../../shared/l10n';
import { plainLine } from '../../../shared/plainText';
import type { LiveSession, PendingRequest } from '../../../shared/protocol';
import { isEdit } from '../../../shared/requestKind';
import { suggestionTexts } from '../../../shared/suggestionText';
import { decideOn } from '../../decide';
import { useBoard, usePage } from '../../page';
import { RequestInFull } from '../RequestInFull';
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
}

/** What a tool would do, and the ways to answer it. */
export function ToolAnswer({ session, request, call, reachable }: AnswerProps) {
  const { sessionId } = session;
  const page = usePage();
  const home = useBoard((state) => state.home);
  const [open, setOpen] = useState(false);
  const message = useMessage(session);
  const always = suggestionTexts(request.suggestions, home);
  const tabIndex = reachable ? 0 : -1;
  const name = plainLine(request.toolName, 80);
  return (
    <>
      <RequestInFull session={{ ...session, pendingRequest: request }} />
      {request.cwd !== undefined && (
        <p className="answer-folder">
          {t('in {0}', plainLine(formatPath(request.cwd, home), 300))}
        </p>
      )}
      <fieldset className="answer-buttons" aria-label={t('Answer {0}', name)}>
        <Choice
          name={t('Allow')}
          action="allow"
          shortcut="A"
          primary
          tabIndex={tabIndex}
          run={() => decideOn(page, session, { kind: 'allow' }, 'pointer')}
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
        <ul className="answer-always" aria-label={t('Allow, and from now on')}>
          {always.map(({ place, text }) => (
            <li key={place}>
              <Choice
                name={text}
                action={`always-${place}`}
                tabIndex={tabIndex}
                run={() =>
                  decideOn(page, session, { kind: 'allow', suggestions: [place] }, 'pointer')
                }
              />
            </li>
          ))}
        </ul>
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
