import { CalendarX, MonitorOff, Timer, TimerOff, type LucideIcon } from 'lucide-react';
import { plainTitle } from '../../../shared/text/plainText';
import { countdownText, heldUntilText, onlyHereText } from '../../../shared/request/endText';
import { missedLines, missedText } from '../../../shared/board/texts/scheduleText';
import { shownLabel } from '../../../shared/words/stateLabels';
import type { LiveSession, PendingRequest } from '../../../shared/protocol/protocol';
import { usePage } from '../../page';
import { useStore } from '../../store';
import { useMinute } from '../../useMinute';

/**
 * Notes on what happens if nobody answers the session's request, on how the previous request
 * ended, and on scheduled runs that did not come.
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
      {isHere && request?.call?.untilAt !== undefined && <HeldUntil at={request.call.untilAt} />}
      {expired !== undefined && request === undefined && (
        <Note kind="expired" Icon={TimerOff} text={plainTitle(shownLabel(expired.label), 200)} />
      )}
      {session.missed !== undefined && <Missed session={session} />}
    </>
  );
}

/** The scheduled runs that were due and did not come; the tooltip has their prompts. */
function Missed({ session }: { readonly session: LiveSession }) {
  const now = useMinute();
  const text = missedText(session, now);
  if (text === undefined) return null;
  const title = missedLines(session, now).join('\n');
  return <Note kind="missed" Icon={CalendarX} text={text} title={title} />;
}

/** Time until the client ends the dialog by itself; rendered only when its text changes. */
function Deadline({ deadline }: { readonly deadline: NonNullable<PendingRequest['deadline']> }) {
  const text = useStore(usePage().clock, (now) => countdownText(deadline, now));
  return text === '' ? null : (
    <Note kind={deadline.outcome} Icon={Timer} text={text} role="timer" />
  );
}

/** Time until the request returns to its terminal, which shows no dialog before. */
function HeldUntil({ at }: { readonly at: number }) {
  const text = useStore(usePage().clock, (now) => heldUntilText(at, now));
  return text === '' ? null : <Note kind="held" Icon={Timer} text={text} role="timer" />;
}

interface NoteProps {
  readonly kind: string;
  readonly Icon: LucideIcon;
  readonly text: string;
  readonly role?: 'timer';
  readonly title?: string;
}

function Note({ kind, Icon, text, role, title }: NoteProps) {
  return (
    <p
      className="end-note across-text gap-6 shrinks spaced small bright breaks"
      data-kind={kind}
      title={title}
    >
      <Icon className="icon toned line-icon" aria-hidden="true" />
      <span role={role}>{text}</span>
    </p>
  );
}
