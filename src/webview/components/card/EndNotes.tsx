import { MonitorOff, Timer, TimerOff, type LucideIcon } from 'lucide-react';
import { plainTitle } from '../../../shared/text/plainText';
import { countdownText, onlyHereText } from '../../../shared/request/endText';
import { shownLabel } from '../../../shared/words/stateLabels';
import type { LiveSession, PendingRequest } from '../../../shared/protocol/protocol';
import { usePage } from '../../page';
import { useStore } from '../../store';

/**
 * Notes on what happens if nobody answers the session's request, and on how the previous request
 * ended.
 */
export function EndNotes({ session }: { readonly session: LiveSession }) {
  const { pendingRequest: request, expired, machine } = session;
  const isHere = machine?.away === undefined;
  return (
    <>
      {isHere && request?.onlyHere === true && request.call?.fate === 'open' && (
        <Note kind="here" Icon={MonitorOff} text={onlyHereText()} />
      )}
      {isHere && request?.deadline !== undefined && <Deadline deadline={request.deadline} />}
      {expired !== undefined && request === undefined && (
        <Note kind="expired" Icon={TimerOff} text={plainTitle(shownLabel(expired.label), 200)} />
      )}
    </>
  );
}

/** Time until the client ends the dialog by itself; rendered only when its text changes. */
function Deadline({ deadline }: { readonly deadline: NonNullable<PendingRequest['deadline']> }) {
  const text = useStore(usePage().clock, (now) => countdownText(deadline, now));
  return text === '' ? null : (
    <Note kind={deadline.outcome} Icon={Timer} text={text} role="timer" />
  );
}

interface NoteProps {
  readonly kind: string;
  readonly Icon: LucideIcon;
  readonly text: string;
  readonly role?: 'timer';
}

function Note({ kind, Icon, text, role }: NoteProps) {
  return (
    <p className="end-note across-text gap-6 shrinks spaced small bright breaks" data-kind={kind}>
      <Icon className="icon toned line-icon" aria-hidden="true" />
      <span role={role}>{text}</span>
    </p>
  );
}
