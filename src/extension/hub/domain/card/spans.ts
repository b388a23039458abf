import { isBlocked } from '../../../../shared/presentation';
import type { AgentState, SpanKind } from '../../../../shared/protocol/protocol';

/** An activity of a session that starts at a time, in ms since 1970, and lasts until the next span. */
export interface Span {
  readonly at: number;
  readonly kind: SpanKind;
}

/** A span with its end. */
export interface ClosedSpan {
  readonly from: number;
  readonly to: number;
  readonly kind: SpanKind;
}

/** Maximum number of spans per day; beyond it, the shortest span is dropped. */
const maxSpans = 400;

/** States in which a session waits until a set time and then continues on its own. */
const timedStates: ReadonlySet<string> = new Set(['waiting_for_limit', 'sleeping']);

export function spanKind(state: Pick<AgentState, 'group' | 'state'>): SpanKind {
  switch (state.group) {
    case 'needs_you':
      return isBlocked(state) ? 'blocked' : 'idle';
    case 'autonomous':
      // A wait until a set time does not count as work.
      return timedStates.has(state.state) ? 'idle' : 'running';
    case 'delivered':
      return 'done';
  }
}

/**
 * Adds a span; returns the same list if the last span is of the same kind. Spans from the new one's
 * start on are dropped, because its evidence may have arrived late.
 */
export function addSpan(spans: readonly Span[], { at, kind }: Span): readonly Span[] {
  if (spans.at(-1)?.kind === kind) return spans;
  const before = spans.filter((one) => one.at < at);
  if (before.at(-1)?.kind === kind) return before;
  const next = [...before, { at, kind }];
  return next.length > maxSpans ? withoutShortest(next) : next;
}

/** Adds a gap between two times during which the machine was suspended. */
export function addGap(spans: readonly Span[], from: number, to: number): readonly Span[] {
  const last = spans.at(-1);
  if (last === undefined || last.kind === 'done' || last.at >= from) return spans;
  return [...spans, { at: from, kind: 'done' }, { at: to, kind: last.kind }];
}

/** Returns the spans between two times, clipped to them, each with its end. */
export function spansBetween(
  spans: readonly Span[],
  from: number,
  to: number,
): readonly ClosedSpan[] {
  return spans.flatMap(({ at, kind }, index) => {
    const start = Math.max(at, from);
    const end = Math.min(spans[index + 1]?.at ?? to, to);
    return start < end ? [{ from: start, to: end, kind }] : [];
  });
}

/** Returns the span that contains the time `from`, and all later ones. */
export function spansSince(spans: readonly Span[], from: number): readonly Span[] {
  const first = spans.findIndex((_, index) => (spans[index + 1]?.at ?? Infinity) > from);
  return first < 0 ? [] : spans.slice(first);
}

export function timeSpent(kind: SpanKind, spans: readonly ClosedSpan[]): number {
  return spans.reduce((sum, one) => sum + (one.kind === kind ? one.to - one.from : 0), 0);
}

/** Drops the shortest span and merges its neighbours if they are of the same kind. */
function withoutShortest(spans: readonly Span[]): readonly Span[] {
  let shortest = 1;
  const length = (index: number) => (spans[index + 1]?.at ?? Infinity) - (spans[index]?.at ?? 0);
  for (let index = 1; index < spans.length - 1; index += 1) {
    if (length(index) < length(shortest)) shortest = index;
  }
  const rest = spans.filter((_, index) => index !== shortest);
  return rest.filter(({ kind }, index) => rest[index - 1]?.kind !== kind);
}
