import type { Block } from './block';
import type { Entry } from './entry';
import { blockOf, dayBlock, orphanBlock, type TextStyle, toolBlock } from './entryBlock';

/** Lines of the document, counted from 0, both ends included. */
export interface Fold {
  readonly start: number;
  readonly end: number;
  readonly closed: boolean;
}

export interface OutlineItem {
  readonly kind: 'turn' | 'tool' | 'error' | 'notice';
  readonly name: string;
  readonly detail: string;
  readonly start: number;
  readonly end: number;
  readonly children: readonly OutlineItem[];
}

/** Lines that are set off by more than their colour. */
export interface Mark {
  readonly kind: 'prompt' | 'error';
  readonly start: number;
  readonly end: number;
}

interface Placed {
  readonly block: Block;
  /** An empty line stands before it. */
  readonly gap: boolean;
  /** First line of the block in the document, after the gap. */
  start: number;
}

interface OpenCall {
  readonly index: number;
  readonly use: Extract<Entry, { kind: 'toolUse' }>;
}

/**
 * The readable document, built as the transcript grows: what is appended costs its own lines. A
 * result is put under its call, wherever that stands.
 */
export class TranscriptText {
  private readonly placed: Placed[] = [];
  /** Calls that wait for their result. */
  private readonly calls = new Map<string, OpenCall>();
  private lastDay = '';
  /** Text of the first `settledCount` blocks, ended by a line break. */
  private settled = '';
  private settledCount = 0;
  /** Blocks from here on may stand on other lines than `start` says. */
  private movedFrom = 0;
  private header: readonly string[] = [];

  constructor(private readonly style: TextStyle) {}

  setHeader(lines: readonly string[]): void {
    if (lines.length !== this.header.length) this.movedFrom = 0;
    this.header = lines;
  }

  append(entries: readonly Entry[]): void {
    for (const entry of entries) {
      this.startDay(entry);
      if (entry.kind === 'toolResult') {
        this.addResult(entry);
        continue;
      }
      const block = blockOf(entry, this.style);
      if (block === undefined) continue;
      if (entry.kind === 'toolUse') {
        this.calls.set(entry.id, { index: this.placed.length, use: entry });
      }
      this.push(block);
    }
  }

  get text(): string {
    // All but the last few blocks, which a result may still join, are written down once.
    const stable = Math.max(this.settledCount, this.placed.length - 50);
    if (stable > this.settledCount) {
      this.settled += textOf(this.placed.slice(this.settledCount, stable));
      this.settledCount = stable;
    }
    return (
      this.header.map((line) => `${line}\n`).join('') +
      this.settled +
      textOf(this.placed.slice(this.settledCount))
    );
  }

  get lineCount(): number {
    this.place();
    const last = this.placed.at(-1);
    return last === undefined ? this.header.length : last.start + last.block.lines.length;
  }

  get folds(): readonly Fold[] {
    this.place();
    const turns = this.turns()
      .filter(({ start, end }) => end > start)
      .map(({ start, end }): Fold => ({ start, end, closed: false }));
    const inBlocks = this.placed.flatMap(({ block, start }) =>
      block.folds.map((fold): Fold => ({
        start: start + fold.start,
        end: start + fold.end,
        closed: fold.closed,
      })),
    );
    return [...turns, ...inBlocks].sort((a, b) => a.start - b.start || b.end - a.end);
  }

  get outline(): readonly OutlineItem[] {
    this.place();
    return this.turns().map(({ start, end, first, next }) => ({
      kind: 'turn',
      name: this.placed[first]?.block.name ?? '',
      detail: '',
      start,
      end,
      children: this.placed.slice(first + 1, next).flatMap(outlineItem),
    }));
  }

  get marks(): readonly Mark[] {
    this.place();
    return this.placed.flatMap(({ block, start }): readonly Mark[] => {
      const end = start + block.lines.length - 1;
      if (block.kind === 'heading') return [{ kind: 'prompt', start, end }];
      if (block.kind === 'error') return [{ kind: 'error', start, end }];
      return [];
    });
  }

  private turns(): { start: number; end: number; first: number; next: number }[] {
    const heads = [...this.placed.keys()].filter(
      (index) => this.placed[index]?.block.kind === 'heading',
    );
    return heads.map((first, index) => {
      const next = heads[index + 1] ?? this.placed.length;
      const head = this.placed[first];
      const last = this.placed[next - 1];
      const start = head?.start ?? 0;
      return { start, end: last === undefined ? start : lastLine(last), first, next };
    });
  }

  private startDay({ at }: Entry): void {
    if (at === undefined) return;
    const day = this.style.day(at);
    if (day === this.lastDay) return;
    if (this.lastDay !== '') this.push(dayBlock(at, this.style));
    this.lastDay = day;
  }

  private addResult(result: Extract<Entry, { kind: 'toolResult' }>): void {
    const call = this.calls.get(result.toolUseId);
    const placed = call && this.placed[call.index];
    if (call === undefined || placed === undefined) {
      this.push(orphanBlock(result));
      return;
    }
    this.calls.delete(result.toolUseId);
    const block = toolBlock(call.use, result, this.style);
    this.placed[call.index] = { ...placed, block };
    this.movedFrom = Math.min(this.movedFrom, call.index + 1);
    if (call.index < this.settledCount) {
      this.settled = '';
      this.settledCount = 0;
    }
  }

  private push(block: Block): void {
    const previous = this.placed.at(-1)?.block.kind;
    const attached =
      (block.kind === 'tool' && previous === 'tool') ||
      (block.kind === 'output' && (previous === 'heading' || previous === 'output'));
    this.placed.push({ block, gap: !attached, start: 0 });
  }

  private place(): void {
    const before = this.placed[this.movedFrom - 1];
    let line = before === undefined ? this.header.length : lastLine(before) + 1;
    for (let index = this.movedFrom; index < this.placed.length; index += 1) {
      const placed = this.placed[index];
      if (placed === undefined) break;
      placed.start = line + (placed.gap ? 1 : 0);
      line = lastLine(placed) + 1;
    }
    this.movedFrom = this.placed.length;
  }
}

function lastLine({ start, block }: Placed): number {
  return start + block.lines.length - 1;
}

function textOf(placed: readonly Placed[]): string {
  return placed.map(({ block, gap }) => `${gap ? '\n' : ''}${block.lines.join('\n')}\n`).join('');
}

function outlineItem({ block, start }: Placed): readonly OutlineItem[] {
  if (block.name === undefined) return [];
  const kind = block.kind === 'tool' || block.kind === 'error' ? block.kind : 'notice';
  return [
    {
      kind,
      name: block.name,
      detail: block.detail ?? '',
      start,
      end: start + block.lines.length - 1,
      children: [],
    },
  ];
}
