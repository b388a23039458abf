import type { CallResult, Entry, ParsedEntry } from '../../agents/transcripts/entry';
import type { TranscriptFormat } from '../../agents/transcripts/format';
import type { OpenFile } from '../../transcript/file/readLane';
import { lineText } from '../../transcript/lines/lineText';
import { walkLines } from '../../transcript/lines/lineWalk';
import { boundedCommand, boundedInput, boundedOutput, type FinishedCall } from './toolCall';

/** Maximum number of stored calls without a result, more than any agent has at a time. */
const maxOpen = 64;

/** Maximum length of a line, in bytes; longer ones, which contain pictures, are skipped. */
const maxLineBytes = 8 * 1024 * 1024;

type FormatOfCalls = Pick<TranscriptFormat, 'output'>;
type OpenCall = Pick<FinishedCall, 'tool' | 'command' | 'input'>;

/** State of a `CallFold` up to an offset. Plain data, because the transcript cache stores it. */
export interface CallsSoFar {
  readonly lastAt: number;
  /** Times of the human prompts that started a turn, as counted by `TranscriptFacts.turns`. */
  readonly prompts: readonly number[];
  /** Calls without a result, by their ids. */
  readonly open: readonly (readonly [string, OpenCall])[];
}

export const noFoldedCalls: CallsSoFar = { lastAt: 0, prompts: [], open: [] };

/** Finds the calls of a transcript with their results, entry by entry. */
export class CallFold {
  private readonly open: Map<string, OpenCall>;
  private readonly prompts: number[];
  private lastAt: number;
  private finished: FinishedCall[] = [];

  constructor(
    private readonly isSubagent: boolean,
    private readonly isMatched: (tool: string) => boolean,
    before = noFoldedCalls,
  ) {
    this.open = new Map(before.open);
    this.prompts = [...before.prompts];
    this.lastAt = before.lastAt;
  }

  get soFar(): CallsSoFar {
    return { lastAt: this.lastAt, prompts: this.prompts, open: [...this.open] };
  }

  /** Removes and returns the calls that finished since the last time. */
  takeFinished(): readonly FinishedCall[] {
    const { finished } = this;
    this.finished = [];
    return finished;
  }

  /**
   * Adds an entry. The times of other kinds of entries are ignored, since `readCalls` skips those
   * entries.
   */
  add({ line: entry, at, isSidechain }: ParsedEntry<Entry>, format: FormatOfCalls): void {
    switch (entry.kind) {
      case 'prompt':
        this.lastAt = at ?? this.lastAt;
        if (this.isOfSubagent(isSidechain)) return;
        if (entry.human && entry.queued !== true) this.prompts.push(this.lastAt);
        break;
      case 'assistant':
        if (entry.toolUses.length > 0) this.lastAt = at ?? this.lastAt;
        if (this.isOfSubagent(isSidechain)) return;
        for (const { id, name, input } of entry.toolUses) this.startCall(id, name, input);
        break;
      case 'toolResults':
        this.lastAt = at ?? this.lastAt;
        if (this.isOfSubagent(isSidechain)) return;
        for (const result of entry.results) this.finishCall(result, format);
        break;
      default:
    }
  }

  /** True for a subagent's entry in the transcript of the session. */
  private isOfSubagent(isSidechain: boolean): boolean {
    return isSidechain && !this.isSubagent;
  }

  private startCall(id: string, tool: string, input: unknown): void {
    if (!this.isMatched(tool)) return;
    this.open.set(id, { tool, command: boundedCommand(input), input: boundedInput(input) });
    if (this.open.size <= maxOpen) return;
    const [oldest] = this.open.keys();
    if (oldest !== undefined) this.open.delete(oldest);
  }

  private finishCall(result: CallResult, { output }: FormatOfCalls): void {
    const call = this.open.get(result.toolUseId);
    this.open.delete(result.toolUseId);
    // A call that a person or a rule denied had no effect.
    if (call === undefined || result.denial !== undefined) return;
    this.finished.push({
      ...call,
      output: boundedOutput(output(result)),
      ok: result.launched?.type === 'shell' ? undefined : !result.isError,
      at: this.lastAt,
      turn: this.isSubagent ? 0 : this.prompts.length,
    });
  }
}

/**
 * Reads only the calls in a part of a transcript. Yields after each portion, so that the caller can
 * take the finished calls.
 */
export function* readCalls(
  { file, shared }: Pick<OpenFile, 'file' | 'shared'>,
  format: TranscriptFormat,
  folds: readonly CallFold[],
  from: number,
  to: number,
): Generator<unknown, number> {
  const { entries, callMarks } = format;
  return yield* walkLines(file, from, to, shared, (line) => {
    if (callMarks?.some((mark) => line.includes(mark)) === false) return;
    if (line.length > maxLineBytes) return;
    for (const parsed of entries(lineText(line))) {
      for (const fold of folds) fold.add(parsed, format);
    }
  });
}

/**
 * Returns the turn of a call. A subagent's transcript has no turns: its calls belong to the
 * session's turn at that time.
 */
export function turnOf(
  { turn, at }: Pick<FinishedCall, 'turn' | 'at'>,
  prompts: readonly number[],
): number {
  return turn > 0 ? turn : prompts.filter((prompted) => prompted <= at).length;
}
