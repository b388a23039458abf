import { isBlocked } from '../../../../shared/presentation';
import type { AgentState, SpanKind } from '../../../../shared/protocol/protocol';

/** What a session did from a moment on, ms since 1970, until the next span begins. */
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

/** More than these in a session's day: the shortest says least and goes. */
const mostSpans = 400;

export function spanKind(state: Pick<AgentState, 'group' | 'state'>): SpanKind {
  switch (state.group) {
    case 'needs_you':
      return isBlocked(state) ? 'blocked' : 'idle';
    case 'autonomous':
      return 'running';
    case 'delivered':
      return 'done';
  }
}

/**
 * In the order of time; the same list where nothing new is told. Evidence that comes late puts its
 * span before what was told since.
 */
export function withSpan(spans: readonly Span[], { at, kind }: Span): readonly Span[] {
  if (spans.at(-1)?.kind === kind) return spans;
  const before = spans.filter((one) => one.at < at);
  if (before.at(-1)?.kind === kind) return before;
  const next = [...before, { at, kind }];
  return next.length > mostSpans ? withoutShortest(next) : next;
}

/** Nothing happened between two moments: the machine slept. */
export function withGap(spans: readonly Span[], from: number, to: number): readonly Span[] {
  const last = spans.at(-1);
  if (last === undefined || last.kind === 'done' || last.at >= from) return spans;
  return [...spans, { at: from, kind: 'done' }, { at: to, kind: last.kind }];
}

/** What was going on between two moments. */
export function stretchesIn(
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

/** The spans that say what happened from a moment on. */
export function spansSince(spans: readonly Span[], from: number): readonly Span[] {
  const first = spans.findIndex((_, index) => (spans[index + 1]?.at ?? Infinity) > from);
  return first < 0 ? [] : spans.slice(first);
}

export function timeSpent(kind: SpanKind, stretches: readonly ClosedSpan[]): number {
  return stretches.reduce((sum, one) => sum + (one.kind === kind ? one.to - one.from : 0), 0);
}

/** Its neighbours are one span then, where they are alike. */
function withoutShortest(spans: readonly Span[]): readonly Span[] {
  let shortest = 1;
  const length = (index: number) => (spans[index + 1]?.at ?? Infinity) - (spans[index]?.at ?? 0);
  for (let index = 1; index < spans.length - 1; index += 1) {
    if (length(index) < length(shortest)) shortest = index;
  }
  const rest = spans.filter((_, index) => index !== shortest);
  return rest.filter(({ kind }, index) => rest[index - 1]?.kind !== kind);
}
