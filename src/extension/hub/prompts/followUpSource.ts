import type { PullState } from '../../../shared/protocol/layers/display';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { QuotedTexts } from '../../../shared/text/quotations';
import { claimsOf } from '../domain/claims/claims';
import { resolveClaims } from '../domain/claims/resolve';
import { turnEndOf, type TurnEnd } from '../domain/claims/turnEnd';
import { sessionChanges } from '../domain/facts/changes';
import type { SessionFacts } from '../domain/facts/session';
import { deliveredView } from '../domain/outcome/delivered';
import { lastRuns, type LastRuns } from '../domain/outcome/signalRuns';

/** A fact that a session's own work proves, with its time. */
export interface TimedFact {
  readonly kind: 'committed' | 'pushed' | 'pullOpened' | 'pullMerged';
  /** In ms since 1970. */
  readonly at: number;
}

/** The transcript that has the result of a test run, and when it was written, in ms since 1970. */
export interface TestRunLocation {
  readonly transcript: string;
  readonly at: number;
}

/** The state of a session on which the conditions of follow-ups depend. */
export interface FollowUpSource {
  /** False until the transcript of the session was read. */
  readonly isRead: boolean;
  readonly turnEnd: TurnEnd;
  /** True if a process runs the session; undefined if this is not certain. */
  readonly isLiving: boolean | undefined;
  /** When the session ended, in ms since 1970; undefined if unknown. */
  readonly endedAt: number | undefined;
  readonly tests: Pick<LastRuns, 'ok' | 'at'> | undefined;
  /** The test run behind `tests`; undefined if the session's own transcript does not have it. */
  readonly testRun: TestRunLocation | undefined;
  readonly facts: readonly TimedFact[];
  /** Newest pull request of the session. */
  readonly pull: PullState | undefined;
  readonly isColliding: boolean;
  /** Computed on access, because most examinations of conditions need no texts. */
  readonly texts: QuotedTexts;
}

/**
 * Minimum confidence at which the end of a session counts as certain; the end of an old client that
 * only fell silent has less.
 */
const provenEnd = 0.9;

/** Maximum number of changed files that a follow-up quotes. */
const maxFiles = 40;

const openingActions: ReadonlySet<unknown> = new Set(['created', 'opened', 'reopened']);

/**
 * Derives the state on which follow-ups depend. `isAssumed` is true if the process of the session
 * is only assumed to run it.
 */
export function followUpSource(
  session: LiveSession,
  facts: SessionFacts,
  isAssumed: boolean,
  now: number,
): FollowUpSource {
  const claims = claimsOf(facts, now);
  const resolution = resolveClaims(claims);
  const { claim } = resolution;
  const hasEnded = claim.kind === 'ended';
  const isTimed = claim.state.source === 'hook' || claim.state.source === 'registry';
  const delivered = deliveredView(facts, { signals: [], stateOf: () => undefined });
  const pull = session.outcome?.pulls.at(-1);
  const tests = lastRuns(delivered, 'tests');
  const testRuns = delivered.signals.filter(({ kind }) => kind === 'tests');
  return {
    isRead: facts.transcript !== undefined,
    turnEnd: isAssumed ? { waitsFor: 'unproven' } : turnEndOf(claims, resolution),
    isLiving: hasEnded
      ? claim.state.confidence >= provenEnd
        ? false
        : undefined
      : claims.process !== undefined || undefined,
    endedAt: hasEnded && isTimed ? claim.at : undefined,
    tests,
    testRun: testRunOf(tests, facts),
    facts: delivered.signals.flatMap(({ kind, ok, at, data }): TimedFact | readonly [] => {
      const time = Date.parse(at);
      if (kind === 'commit' && ok === true && data['kind'] !== 'amended')
        return { kind: 'committed', at: time };
      if (kind === 'push' && ok === true) return { kind: 'pushed', at: time };
      if (kind !== 'pr' || ok === false) return [];
      const isKnown = ok === true || typeof data['url'] === 'string';
      if (openingActions.has(data['action']) && isKnown) return { kind: 'pullOpened', at: time };
      return data['action'] === 'merged' && ok === true ? { kind: 'pullMerged', at: time } : [];
    }),
    pull,
    isColliding: (session.collisions?.found.length ?? 0) > 0,
    get texts() {
      return {
        title: session.title,
        lastMessage: facts.transcript?.turn?.text,
        files: sessionChanges(facts)
          .files.slice(-maxFiles)
          .map(([file]) => file),
        branch: session.gitBranch,
        pull: pull === undefined ? undefined : `#${pull.number} ${pull.url}`,
        testResults: testRuns.map(({ ok, data }) => testLine(ok, data)),
      };
    },
  };
}

/** The run that decides whether the tests are green, unless a subagent's transcript has it. */
function testRunOf(
  tests: LastRuns | undefined,
  { transcript }: SessionFacts,
): TestRunLocation | undefined {
  if (tests === undefined || transcript === undefined) return undefined;
  const at = Date.parse(tests.at);
  const isOwn = transcript.signals.some((one) => one.kind === 'tests' && one.at === at);
  return isOwn ? { transcript: transcript.path, at } : undefined;
}

/** Returns a recorded test run as one line, such as `vitest: 3 failed, 120 passed`. */
function testLine(ok: boolean | undefined, data: Readonly<Record<string, unknown>>): string {
  const counts = ['failed', 'passed', 'skipped'].flatMap((name) =>
    typeof data[name] === 'number' ? `${data[name]} ${name}` : [],
  );
  const result = ok === undefined ? [] : ok ? 'passed' : 'failed';
  const runner = data['runner'] ?? data['tool'];
  const results = counts.length > 0 ? counts.join(', ') : result;
  return `${typeof runner === 'string' ? runner : 'tests'}: ${String(results)}`;
}
