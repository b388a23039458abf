import type { ReactNode } from 'react';
import { hasLocalPaths, isAway, whereText } from '../../../shared/board/texts/machineText';
import { plainLine } from '../../../shared/text/plainText';
import { formatPath } from '../../../shared/words/format';
import { isInFolder } from '../../../shared/board/folders';
import { t } from '../../../shared/words/l10n';
import type { ControlCard } from '../../../shared/messages/pageMessages';
import { isWithoutTerminal } from '../../../shared/presentation';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { useDecisions, useBoard, usePage } from '../../page';
import { AcceptEditor } from '../AcceptEditor';
import { Button } from '../Button';
import { IdlePressNote } from './IdlePressNote';
import { FallbackLinks } from './FallbackLinks';
import { RefusalNote } from './Refusal';
import { RequestAnswer } from './RequestAnswer';

interface Props {
  readonly session: LiveSession;
}

/** Panel that answers a session's request, or explains why it can't be answered here. */
export function AnswerPanel({ session }: Props) {
  const { place } = usePage();
  const control = useBoard((state) => state.control);
  const call = session.pendingRequest?.call;
  const sent = useDecisions((state) => (call === undefined ? undefined : state.sent.get(call.id)));
  if (session.pendingRequest === undefined) return null;
  const against = reasonAgainst(control, session.projectPath);
  if (against !== undefined)
    return <Note text={against}>{place === 'transcript' && <AcceptEditor />}</Note>;
  const links = !isWithoutTerminal(session) && <FallbackLinks session={session} />;
  if (call === undefined) {
    if (links === false || isAway(session)) return null;
    return <Note text={t('This one can be answered only in its terminal.')}>{links}</Note>;
  }
  if (call.fate === 'undelivered') {
    return (
      <Note
        text={
          isWithoutTerminal(session)
            ? t('The answer did not reach the session.')
            : t('The answer did not reach the session. Answer in its terminal.')
        }
        alarming
      >
        {links}
      </Note>
    );
  }
  if (call.fate === 'handedBack' && isWithoutTerminal(session))
    return <Note text={t('It will ask again in a moment…')} />;
  if (call.fate === 'handedBack') return <Note text={t('Answer in its terminal.')}>{links}</Note>;
  if (call.fate === 'answered' || sent === '')
    return <Note text={t('Answered. The session continues…')} />;
  if (!call.answerable) return null;
  return (
    <div className="answer stack gap-6 all-columns spaced selectable">
      {call.handsBackAt !== undefined && <HandBackNote session={session} call={call.id} />}
      {sent !== undefined && <RefusalNote call={call.id} problem={sent} />}
      <RequestAnswer key={call.id} session={session} call={call.id} />
      <IdlePressNote call={call.id} />
    </div>
  );
}

/**
 * Note that the request is about to return to its terminal, with the terminal's location and a
 * button to undo.
 */
function HandBackNote({ session, call }: Pick<Props, 'session'> & { readonly call: string }) {
  const { sessionId, pid, projectPath } = session;
  const { board } = usePage();
  const home = useBoard((state) => state.home);
  const path = plainLine(hasLocalPaths(session) ? formatPath(projectPath, home) : projectPath, 200);
  const locationParts = [
    pid === undefined ? '' : t('process {0}', pid),
    path === '' ? '' : t('folder {0}', path),
    whereText(session),
  ].filter((part) => part !== '');
  return (
    <div className="answer-buttons across wraps gap-4-6">
      <output className="answer-note small muted">
        {locationParts.length === 0
          ? t('Goes back to its terminal in a few seconds.')
          : t('Goes back to its terminal in a few seconds: {0}', locationParts.join(', '))}
      </output>
      <Button
        name={t('Undo')}
        action="undo"
        onClick={() => board.post({ type: 'handBack', sessionId, call, undo: true })}
      />
    </div>
  );
}

interface NoteProps {
  readonly text: string;
  readonly alarming?: boolean;
  /** Actions below the note. */
  readonly children?: ReactNode;
}

function Note({ text, alarming = false, children }: NoteProps) {
  return (
    <div className="answer stack gap-6 all-columns spaced selectable">
      <p
        className="answer-note small muted"
        data-alarming={alarming}
        role={alarming ? 'alert' : undefined}
      >
        {text}
      </p>
      {children}
    </div>
  );
}

function reasonAgainst(control: ControlCard, project: string): string | undefined {
  switch (control.status) {
    case 'untrusted':
      return t('This workspace isn’t trusted, so requests are answered only in their terminals.');
    case 'stranger':
      return t('This editor can’t answer yet.');
    case 'off':
      return t('Answering here is turned off in the settings.');
    case 'on':
      return control.disabledProjects.some((folder) => isInFolder(folder, project))
        ? t('Answering here is turned off for this project in the settings.')
        : undefined;
  }
}
