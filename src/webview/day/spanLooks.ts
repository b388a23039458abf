import { formatDuration } from '../../shared/words/format';
import { t } from '../../shared/words/l10n';
import type { SpanKind } from '../../shared/protocol/protocol';

/** A period of time, in ms since 1970. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
  readonly kind: SpanKind;
}

/** Kinds of spans that are drawn, least important first. */
export const drawnKinds = ['idle', 'running', 'blocked'] as const satisfies readonly SpanKind[];
export type DrawnKind = (typeof drawnKinds)[number];

export const kindNames: Readonly<Record<DrawnKind, () => string>> = {
  idle: () => t('Idle'),
  running: () => t('Working'),
  blocked: () => t('Blocked on you'),
};

/** Heights of the kinds, relative to the bar. */
export const kindHeights: Readonly<Record<DrawnKind, number>> = {
  idle: 0.2,
  running: 0.6,
  blocked: 1,
};

/** SVG path of all spans of a kind in a box, time from left to right. */
export function spanPath(
  spans: readonly TimeSpan[],
  kind: DrawnKind,
  { from, to, width, height }: { from: number; to: number; width: number; height: number },
): string {
  const scale = width / Math.max(1, to - from);
  const top = height * (1 - kindHeights[kind]);
  return spans
    .filter((span) => span.kind === kind && span.to > from && span.from < to)
    .map((span) => {
      const left = (Math.max(span.from, from) - from) * scale;
      const right = (Math.min(span.to, to) - from) * scale;
      // Minimum width, so that a short span stays visible.
      const end = Math.min(width, Math.max(right, left + 0.5));
      return `M${roundToHundredth(left)} ${roundToHundredth(top)}H${roundToHundredth(end)}V${height}H${roundToHundredth(left)}Z`;
    })
    .join('');
}

/** Sums of spans as text, such as "Working 32m · Blocked on you 4m". */
export function spansInWords(spans: readonly TimeSpan[]): string {
  const time = (kind: SpanKind) =>
    spans.reduce((sum, one) => sum + (one.kind === kind ? one.to - one.from : 0), 0);
  const sums = (['running', 'blocked', 'idle'] as const)
    .filter((kind) => time(kind) > 0)
    .map((kind) => `${kindNames[kind]()} ${formatDuration(time(kind))}`);
  return sums.join(' · ') || t('No activity');
}

function roundToHundredth(value: number): number {
  return Math.round(value * 100) / 100;
}
