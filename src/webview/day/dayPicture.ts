import { formatDuration, formatTime } from '../../shared/words/format';
import { t } from '../../shared/words/l10n';
import { placeName } from '../../shared/board/texts/machineText';
import { plainTitle } from '../../shared/text/plainText';
import type { DayReport } from '../../shared/protocol/work/day';
import { dayAxis, dayHeading, dayName, daySummary, laneSpans, type Lane } from './dayText';
import { drawnKinds, kindHeights, kindNames, type DrawnKind } from './spanLooks';

const width = 1200;
const scale = 2;
const margin = 40;
const labelWidth = 260;
const waitWidth = 90;
const laneHeight = 26;
const barHeight = 16;
const topHeight = 132;
const footHeight = 60;
const maxLanes = 40;

/** Colours and font of the current theme. */
export interface PictureTheme {
  readonly ground: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly kinds: Readonly<Record<DrawnKind, string>>;
  readonly font: string;
}

/** Reads the theme's colours from the page, because a canvas does not resolve CSS variables. */
export function readPictureTheme(root: HTMLElement): PictureTheme {
  const probe = document.createElement('span');
  root.append(probe);
  const colour = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const ink: PictureTheme = {
    ground: colour('--page'),
    text: colour('--text-strong'),
    muted: colour('--text-muted'),
    line: colour('--line-strong'),
    kinds: {
      idle: colour('--line-strong'),
      running: colour('--green'),
      blocked: colour('--amber'),
    },
    font: getComputedStyle(root).fontFamily,
  };
  probe.remove();
  return ink;
}

/** Name of a lane in the picture; its number if names are hidden. */
export function laneName(lane: Lane, index: number, named: boolean): string {
  if (!named) return t('Session {0}', index + 1);
  return [plainTitle(lane.title, 80) || t('Untitled session'), placeName(lane, 40)]
    .filter(Boolean)
    .join(' · ');
}

/** Draws a day as a picture to share. */
export function drawDay(report: DayReport, ink: PictureTheme, named: boolean): HTMLCanvasElement {
  const lanes = report.lanes.slice(0, maxLanes);
  const height = topHeight + Math.max(1, lanes.length) * laneHeight + footHeight;
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext('2d');
  if (pen === null) return canvas;
  pen.scale(scale, scale);
  pen.fillStyle = ink.ground;
  pen.fillRect(0, 0, width, height);
  pen.textBaseline = 'middle';
  write(pen, ink, dayHeading(report), { x: margin, y: 48, size: 26, weight: 600 });
  write(pen, { ...ink, text: ink.muted }, daySummary(report), { x: margin, y: 80, size: 15 });
  drawAxis(pen, ink, report, topHeight + lanes.length * laneHeight);
  for (const [index, lane] of lanes.entries()) {
    drawLane(pen, ink, report, lane, laneName(lane, index, named), topHeight + index * laneHeight);
  }
  drawLegend(pen, ink, report, height - 28);
  return canvas;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight?: number;
  readonly align?: CanvasTextAlign;
  readonly maxWidth?: number;
}

type Pen = CanvasRenderingContext2D;

function write(pen: Pen, { text, font }: PictureTheme, words: string, place: Place): void {
  const { x, y, size, weight = 400, align = 'left', maxWidth = Infinity } = place;
  pen.fillStyle = text;
  pen.font = `${weight} ${size}px ${font}`;
  pen.textAlign = align;
  pen.fillText(truncateToWidth(pen, words, maxWidth), x, y);
}

function truncateToWidth(pen: Pen, words: string, maxWidth: number): string {
  if (pen.measureText(words).width <= maxWidth) return words;
  let length = words.length;
  while (length > 1 && pen.measureText(`${words.slice(0, length)}…`).width > maxWidth) length -= 1;
  return `${words.slice(0, length).trimEnd()}…`;
}

function scaleOf(report: DayReport): { readonly x: (at: number) => number } {
  const { from, to } = dayAxis(report);
  const left = margin + labelWidth;
  const room = width - margin - waitWidth - left;
  return { x: (at) => left + ((at - from) / (to - from)) * room };
}

function drawAxis(pen: Pen, ink: PictureTheme, report: DayReport, bottom: number): void {
  const { x } = scaleOf(report);
  for (const at of dayAxis(report).hours) {
    pen.fillStyle = ink.line;
    pen.fillRect(x(at), topHeight - 6, 1, bottom - topHeight + 8);
    const place = { x: x(at), y: topHeight - 16, size: 12, align: 'center' } as const;
    write(pen, { ...ink, text: ink.muted }, formatTime(at), place);
  }
}

function drawLane(
  pen: Pen,
  ink: PictureTheme,
  report: DayReport,
  lane: Lane,
  name: string,
  top: number,
): void {
  const middle = top + laneHeight / 2;
  write(pen, ink, name, { x: margin, y: middle, size: 13, maxWidth: labelWidth - 16 });
  const { x } = scaleOf(report);
  const bottom = middle + barHeight / 2;
  for (const kind of drawnKinds) {
    pen.fillStyle = ink.kinds[kind];
    for (const span of laneSpans(lane).filter((one) => one.kind === kind)) {
      const high = barHeight * kindHeights[kind];
      pen.fillRect(x(span.from), bottom - high, Math.max(1, x(span.to) - x(span.from)), high);
    }
  }
  const waited = lane.blockedMs < 1000 ? '' : formatDuration(lane.blockedMs);
  const place = { x: width - margin, y: middle, size: 13, align: 'right' } as const;
  write(pen, { ...ink, text: ink.kinds.blocked }, waited, place);
}

function drawLegend(pen: Pen, ink: PictureTheme, report: DayReport, y: number): void {
  let x = margin;
  for (const kind of drawnKinds.toReversed()) {
    pen.fillStyle = ink.kinds[kind];
    const high = 12 * kindHeights[kind];
    pen.fillRect(x, y + 6 - high, 12, high);
    write(pen, { ...ink, text: ink.muted }, kindNames[kind](), { x: x + 18, y, size: 12 });
    x += pen.measureText(kindNames[kind]()).width + 44;
  }
  const words = `${dayName(report.day)} · Mission Control for Claude Code`;
  write(pen, { ...ink, text: ink.muted }, words, {
    x: width - margin,
    y,
    size: 12,
    align: 'right',
  });
}
