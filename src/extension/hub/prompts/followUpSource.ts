import type { PullState } from '../../../shared/protocol/layers/display';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { QuotedTexts } from '../../../shared/text/quotations';
import { claimsOf } from '../domain/claims/claims';
import { resolve } from '../domain/claims/resolve';
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

/** The state of a session on which the conditions of follow-ups depend. */
export interface FollowUpSource {
  /** False until its transcript was read. */
  readonly isRead: boolean;
  readonly turnEnd: TurnEnd;
  /** True if a process runs the session; undefined if that is not certain. */
  readonly isLiving: boolean | undefined;
  /** When it ended, in ms since 1970; undefined if that is not known. */
  readonly endedAt: number | undefined;
  readonly tests: Pick<LastRuns, 'ok' | 'at'> | undefined;
  readonly facts: readonly TimedFact[];
  /** Its newest pull request. */
  readonly pull: PullState | undefined;
  readonly isColliding: boolean;
  /** Collected when read: examinations of conditions need no texts. */
  readonly texts: QuotedTexts;
}

/** An end that only a missing registry entry proves has at least this confidence. */
const provenEnd = 0.9;

/** Maximum number of changed files that a follow-up quotes. */
const mostFiles = 40;

const opening: ReadonlySet<unknown> = new Set(['created', 'opened', 'reopened']);

/** Returns what follow-ups need to know of a session; `isAssumed` if its process is only assumed to run it. */
export function followUpSource(
  session: LiveSession,
  facts: SessionFacts,
  isAssumed: boolean,
  now: number,
): FollowUpSource {
  const claims = claimsOf(facts, now);
  const resolution = resolve(claims);
  const { claim } = resolution;
  const hasEnded = claim.kind === 'ended';
  const isTimed = claim.state.source === 'hook' || claim.state.source === 'registry';
  const delivered = deliveredView(facts, { signals: [], stateOf: () => undefined });
  const pull = session.outcome?.pulls.at(-1);
  const tests = lastRuns(delivered, 'tests');
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
    facts: delivered.signals.flatMap(({ kind, ok, at, data }): TimedFact | readonly [] => {
      const time = Date.parse(at);
      if (kind === 'commit' && ok === true && data['kind'] !== 'amended')
        return { kind: 'committed', at: time };
      if (kind === 'push' && ok === true) return { kind: 'pushed', at: time };
      if (kind !== 'pr' || ok === false) return [];
      const isKnown = ok === true || typeof data['url'] === 'string';
      if (opening.has(data['action']) && isKnown) return { kind: 'pullOpened', at: time };
      return data['action'] === 'merged' && ok === true ? { kind: 'pullMerged', at: time } : [];
    }),
    pull,
    isColliding: (session.collisions?.found.length ?? 0) > 0,
    get texts() {
      return {
        title: session.title,
        lastMessage: facts.transcript?.turn?.text,
        files: sessionChanges(facts)
          .files.slice(-mostFiles)
          .map(([file]) => file),
        branch: session.gitBranch,
        pull: pull === undefined ? undefined : `#${pull.number} ${pull.url}`,
        testOutput: delivered.signals
          .filter(({ kind }) => kind === 'tests')
          .map(({ ok, data }) => testLine(ok, data)),
      };
    },
  };
}

/** Returns a recorded test run as one line, such as `vitest: 3 failed, 120 passed`. */
function testLine(ok: boolean | undefined, data: Readonly<Record<string, unknown>>): string {
  const counts = ['failed', 'passed', 'skipped'].flatMap((name) =>
    typeof data[name] === 'number' ? `${data[name]} ${name}` : [],
  );
  const result = ok === undefined ? [] : ok ? 'passed' : 'failed';
  const runner = data['runner'] ?? data['tool'];
  const words = counts.length > 0 ? counts.join(', ') : result;
  return `${typeof runner === 'string' ? runner : 'tests'}: ${String(words)}`;
}
