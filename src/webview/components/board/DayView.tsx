import { useEffect } from 'react';
import { t } from '../../../shared/words/l10n';
import { missingText, placeName } from '../../../shared/board/texts/machineText';
import { missedLines, nextStartText } from '../../../shared/board/texts/scheduleText';
import { plainTitle } from '../../../shared/text/plainText';
import { cardLookOf } from '../../../shared/board/displayLooks';
import { badgesOf, layerLabel } from '../../../shared/board/texts/displayText';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { DayReport } from '../../../shared/protocol/work/day';
import { formatDuration, formatTime } from '../../../shared/words/format';
import {
  callsOfDay,
  callsOfLane,
  dayAxis,
  dayHeading,
  daySummary,
  laneInWords,
  laneSpans,
  type Lane,
} from '../../day/dayText';
import { laneName } from '../../day/dayPicture';
import { numbered } from '../../numbered';
import { useAnswers, useBoard, useHasEditor, usePage, useView } from '../../page';
import { drawnKinds, kindNames } from '../../day/spanLooks';
import { DayControls } from '../bar/DayControls';
import { Badges } from '../card/Badges';
import { useOpenCard } from '../card/openCard';
import { useStore } from '../../store';
import { TimeStrip } from '../card/facts/TimeStrip';

/** Interval in ms at which the current day's report is requested again. */
const refreshMs = 15_000;

/** Day view: one lane for each session, with the time for which it waited for the person. */
export function DayView() {
  const report = useReport();
  const reason = useAnswers((state) => state.reasons.get('day'));
  const stale = useBoard((state) => state.connection !== 'live');
  return (
    <main
      className="board day stack grows shrinks-down"
      data-layout="day"
      data-stale={stale}
      aria-label={t('Day')}
    >
      {report ? (
        <Day report={report} />
      ) : (
        <p className="day-empty muted">{reason ?? t('Loading the day…')}</p>
      )}
    </main>
  );
}

/** The report of the chosen day; today's is requested repeatedly. */
export function useReport(): DayReport | undefined {
  const day = useView((state) => state.day);
  const { board } = usePage();
  const live = useBoard((state) => state.connection === 'live');
  useEffect(() => {
    if (!live) return;
    board.answers.loadDay(day);
    // The report of a past day does not change.
    if (day !== undefined) return;
    const timer = setInterval(() => board.answers.loadDay(day), refreshMs);
    return () => clearInterval(timer);
  }, [board, day, live]);
  return useAnswers((state) => state.day);
}

function Day({ report }: { readonly report: DayReport }) {
  const { lanes } = report;
  return (
    <>
      <header className="day-top across-top wraps apart rigid">
        <div>
          <h2 className="day-heading bright bold">{dayHeading(report)}</h2>
          <p className="muted">{lanes.length === 0 ? t('No activity yet.') : daySummary(report)}</p>
          <CallsOfDay report={report} />
          <Missing machines={report.missing} />
        </div>
        <DayControls report={report} />
      </header>
      {lanes.length > 0 && (
        <>
          <Legend />
          <Lanes report={report} />
        </>
      )}
    </>
  );
}

function CallsOfDay({ report }: { readonly report: DayReport }) {
  const hasNames = useView((state) => state.hasNames);
  return callsOfDay(report, hasNames).map((line) => (
    <p key={line} className="muted">
      {line}
    </p>
  ));
}

/** Names the machines whose sessions are missing from the report. */
export function Missing({ machines }: { readonly machines: readonly string[] | undefined }) {
  return machines !== undefined && <p className="muted">{missingText(machines)}</p>;
}

/** The sessions of a day along its hours. */
export function Lanes({ report }: { readonly report: DayReport }) {
  const axis = dayAxis(report);
  const left = (at: number) => `${((at - axis.from) / (axis.to - axis.from)) * 100}%`;
  return (
    <div className="day-lanes">
      <div className="day-axis anchor muted digits" aria-hidden="true">
        {axis.hours.map((at) => (
          <span key={at} className="day-hour small" style={{ insetInlineStart: left(at) }}>
            {formatTime(at)}
          </span>
        ))}
      </div>
      <ul aria-label={t('Sessions')}>
        {report.lanes.map((lane, index) => (
          <LaneRow key={lane.sessionId} lane={lane} index={index} axis={axis} />
        ))}
      </ul>
    </div>
  );
}

interface LaneProps {
  readonly lane: Lane;
  readonly index: number;
  readonly axis: { readonly from: number; readonly to: number };
}

function LaneRow({ lane, index, axis }: LaneProps) {
  const hasNames = useView((state) => state.hasNames);
  const isToday = useView((state) => state.day === undefined);
  const session = useBoard((state) => state.sessions.get(lane.sessionId));
  const openCard = useOpenCard();
  const { sessionId, title, blockedMs } = lane;
  const words = laneInWords(lane);
  const text = hasNames ? plainTitle(title) || t('Untitled session') : laneName(lane, index, false);
  return (
    <li className="lane grid middle" title={words}>
      <span className="lane-name across-text wraps shrinks">
        {session !== undefined ? (
          <button
            type="button"
            className="lane-title grows bright ellipsis"
            dir="auto"
            onClick={() => openCard(sessionId)}
          >
            {text}
          </button>
        ) : (
          <span className="lane-title grows bright ellipsis" dir="auto">
            {text}
          </span>
        )}
        {hasNames && (
          <span className="lane-project rigid small muted ellipsis">{placeName(lane, 120)}</span>
        )}
        {hasNames && session !== undefined && <LaneOutcome session={session} />}
        {callsOfLane(lane).map((line) => (
          <span key={line} className="lane-next small muted ellipsis">
            {line}
          </span>
        ))}
        {hasNames && isToday && <ScheduleLines session={session} />}
      </span>
      <TimeStrip spans={laneSpans(lane)} from={axis.from} to={axis.to} />
      <span className="amber figure end" aria-hidden="true">
        {blockedMs < 1000 ? '' : formatDuration(blockedMs)}
      </span>
      <span className="visually-hidden">{words}</span>
    </li>
  );
}

/** The missed runs of a session and its next one, below the name of its lane. */
function ScheduleLines({ session }: { readonly session: LiveSession | undefined }) {
  const now = useStore(usePage().clock, (at) => Math.floor(at / refreshMs) * refreshMs);
  if (session === undefined) return null;
  const next = nextStartText(session, now);
  const lines = [...missedLines(session, now), ...(next === undefined ? [] : [next])];
  return numbered(lines).map(({ id, value }) => (
    <span key={id} className="lane-next small muted ellipsis" dir="auto" title={value}>
      {value}
    </span>
  ));
}

/** The label and badges of a session that is on the board, below the name of its lane. */
function LaneOutcome({ session }: { readonly session: LiveSession }) {
  const label = layerLabel(session);
  const links = useHasEditor() ? 'editor' : 'none';
  if (label === undefined && badgesOf(session).length === 0) return null;
  return (
    <span className="lane-outcome across gap-10 shrinks clips small">
      {label !== undefined && (
        <span
          className="lane-label may-shrink toned ellipsis"
          data-tone={cardLookOf(session).tone}
          dir="auto"
          title={label}
        >
          {label}
        </span>
      )}
      <Badges session={session} links={links} />
    </span>
  );
}

/** Legend of the lanes. */
export function Legend() {
  return (
    <ul className="legend flows rigid small muted" aria-label={t('Legend')}>
      {drawnKinds.toReversed().map((kind) => (
        <li key={kind}>
          <span className="legend-mark" data-kind={kind} aria-hidden="true" />
          {kindNames[kind]()}
        </li>
      ))}
    </ul>
  );
}
