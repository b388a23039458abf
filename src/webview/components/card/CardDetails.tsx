import { Circle, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { formatModel, formatTokens } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { plainProse, plainTitle } from '../../../shared/text/plainText';
import { backgroundLines } from '../../../shared/board/texts/backgroundText';
import type { LiveSession, SessionDetails } from '../../../shared/protocol/protocol';
import { spansInWords, type TimeSpan } from '../../day/spanLooks';
import { numbered } from '../../numbered';
import { useAnswers, usePage } from '../../page';
import { useStore } from '../../store';
import { costByKind, costByModel, costOrTokens, noPriceText } from '../../text/costText';
import { unreachableText } from '../../text/promptText';
import { shortPath } from '../../../shared/board/activityLine';
import { BlockedCallList } from './offers/BlockedCallList';
import { Detail } from './Detail';
import { ScheduledRuns } from './ScheduledRuns';
import { Subagents } from './Subagents';
import { TimeStrip } from './facts/TimeStrip';
import { WorktreeOffer } from './offers/WorktreeOffer';

interface Props {
  readonly id: string;
  readonly session: LiveSession;
}

/**
 * Details of a session, which a person expands in its full view. What the card itself shows is in
 * `CardFacts`.
 */
export function CardDetails({ id, session }: Props) {
  const { sessionId, subagents, model } = session;
  const details = useDetails(session);
  const prompt = plainProse(session.lastPrompt ?? '');
  const unreachable = unreachableText(session);
  return (
    <div id={id} className="details stack gap-12 breaks selectable">
      <Detail name={t('Last prompt')} isKnown={prompt !== ''}>
        <p className="detail-prompt scrolls as-typed" dir="auto">
          {prompt}
        </p>
      </Detail>
      <Detail name={t('Prompts')} isKnown={unreachable !== undefined}>
        {unreachable}
      </Detail>
      <Detail name={t('Blocked calls')} isKnown={session.blocked !== undefined}>
        {session.blocked && <BlockedCallList blocked={session.blocked} />}
      </Detail>
      <Detail
        name={t('Scheduled runs')}
        isKnown={session.schedule !== undefined || session.missed !== undefined}
      >
        <ScheduledRuns session={session} />
      </Detail>
      <Detail name={t('Background')} isKnown={session.background !== undefined}>
        <BackgroundDetail job={session.background} />
      </Detail>
      <Detail name={t('Tasks')} isKnown={details !== undefined && details.tasks.length > 0}>
        <TaskList tasks={details?.tasks ?? []} />
      </Detail>
      <Detail name={t('Subagents')} isKnown={subagents.length > 0}>
        <Subagents sessionId={sessionId} subagents={subagents} />
      </Detail>
      <Detail name={t('Files')} isKnown={details !== undefined && details.changes.length > 0}>
        <ChangedFiles session={session} changes={details?.changes ?? []} />
      </Detail>
      <WorktreeOffer session={session} />
      <Detail name={t('Context')} isKnown={session.contextWindow.sizeTokens > 0}>
        <ContextDetail context={session.contextWindow} />
      </Detail>
      <Detail name={t('Cost')} isKnown={session.tokens.total > 0}>
        <CostDetail session={session} cost={details?.cost} />
      </Detail>
      <Detail name={t('Model')} isKnown={model !== undefined}>
        {formatModel(plainTitle(model ?? '', 60))}
      </Detail>
      <Detail name={t('Last hour')} isKnown={details !== undefined && details.recent.length > 0}>
        <LastHour recent={details?.recent ?? []} />
      </Detail>
    </div>
  );
}

/** The session's background job, and how to attach to it. */
function BackgroundDetail({ job }: { readonly job: LiveSession['background'] }) {
  return (
    <ul className="coming-runs">
      {(job === undefined ? [] : backgroundLines(job)).map((line) => (
        <li key={line} dir="auto">
          {line}
        </li>
      ))}
    </ul>
  );
}

/** Requests the details while they are shown, and again after each change of the session. */
function useDetails(session: LiveSession): SessionDetails | undefined {
  const { sessionId } = session;
  const { answers } = usePage().board;
  useEffect(() => answers.loadDetails(session), [answers, session]);
  useEffect(() => () => answers.cancelDetails(sessionId), [answers, sessionId]);
  return useAnswers((state) => state.details.get(sessionId));
}

/** Use of the context window, and the point at which the client compacts automatically. */
function ContextDetail({ context }: { readonly context: LiveSession['contextWindow'] }) {
  const { usedTokens, sizeTokens, compactsAtTokens } = context;
  const point =
    compactsAtTokens === undefined
      ? ''
      : `, ${t('compacts automatically at {0}', formatTokens(compactsAtTokens))}`;
  return (
    <p className="figures digits">
      {t('{0} of {1} tokens', formatTokens(usedTokens), formatTokens(sizeTokens)) + point}
    </p>
  );
}

interface CostProps {
  readonly session: LiveSession;
  readonly cost: SessionDetails['cost'] | undefined;
}

/** Cost by kind and, if there are several models, by model. */
function CostDetail({ session, cost }: CostProps) {
  return (
    <>
      <p className="figure">{costOrTokens(session)}</p>
      <ul className="cost-parts grid muted">
        {[...costByKind(session, cost), ...costByModel(cost)].map(({ name, tokens, usd }) => (
          <li key={name} className="contents">
            <span>{name}</span> <span className="figure">{tokens}</span>{' '}
            <span className="figure">{usd}</span>
          </li>
        ))}
      </ul>
      {session.cost.unpriced === true && (
        <p className="muted">{noPriceText(session, cost && { cost })}</p>
      )}
    </>
  );
}

const hourMs = 60 * 60_000;
const stepMs = 10_000;

/** Activity of a session in the last hour. */
function LastHour({ recent }: { readonly recent: SessionDetails['recent'] }) {
  const to = useStore(usePage().clock, (now) => Math.ceil(now / stepMs) * stepMs);
  const from = to - hourMs;
  const spans: readonly TimeSpan[] = recent.map(({ at, kind }, index) => ({
    from: Math.max(from, Date.parse(at)),
    to: Date.parse(recent[index + 1]?.at ?? '') || to,
    kind,
  }));
  const words = spansInWords(spans);
  return (
    <>
      <TimeStrip spans={spans} from={from} to={to} />
      <span className="muted">{words}</span>
    </>
  );
}

interface ChangesProps {
  readonly session: LiveSession;
  readonly changes: SessionDetails['changes'];
}

/** Files changed by the session's tools, latest first. */
function ChangedFiles({ session, changes }: ChangesProps) {
  const hiddenCount = (session.changes?.files ?? 0) - changes.length;
  return (
    <ul className="changed-files scrolls">
      {changes.map(({ path, edits }) => (
        <li key={path} className="across-text gap-6 shrinks" title={plainTitle(path, 400)}>
          <bdi className="shrinks code-size mono">{plainTitle(shortPath(path, session), 300)}</bdi>
          {edits > 1 && <span className="muted figure">{` ${t('{0} edits', edits)}`}</span>}
        </li>
      ))}
      {hiddenCount > 0 && <li className="muted">{t('and {0} more', hiddenCount)}</li>}
    </ul>
  );
}

/** The agent's own tasks, one by one. */
function TaskList({ tasks }: { readonly tasks: SessionDetails['tasks'] }) {
  const done = tasks.filter(({ completed }) => completed).length;
  return (
    <>
      <progress
        className="task-progress block wide clips"
        max={tasks.length}
        value={done}
        aria-label={t('Tasks completed')}
      />
      <ul className="task-list">
        {numbered(tasks).map(({ id, value: { subject, completed } }) => {
          const Icon = completed ? CircleCheck : Circle;
          return (
            <li key={id} className="across-text gap-6 shrinks" data-completed={completed}>
              <Icon className="icon muted" aria-hidden="true" />
              <span dir="auto">{plainTitle(subject, 200)}</span>
              {completed && <span className="visually-hidden">{` ${t('completed')}`}</span>}
            </li>
          );
        })}
      </ul>
    </>
  );
}
