import { FileTail, type TailSink } from '../../transcript/file/fileTail';
import type { CallResult, Entry } from '../../agents/claude/entry/entry';
import { lineText } from '../../transcript/lines/lineText';
import { outputText } from '../../agents/claude/entry/parts';
import {
  parseTranscriptEntries,
  type ParsedEntry,
} from '../../agents/claude/entry/transcriptEntry';
import { boundedCommand, boundedInput, boundedOutput, type FinishedCall } from './toolCall';

/** Calls without a result that are kept; no agent has more open at a time. */
const keptOpen = 64;

/** A longer line, in bytes, is passed over: it holds pictures. */
const maxLineBytes = 8 * 1024 * 1024;

interface OpenCall {
  readonly tool: string;
  readonly command: string;
  readonly input: string;
}

export interface CallSink {
  isLookedAt(tool: string): boolean;
  onCall(call: FinishedCall): void;
  /** Whatever was told before is void. */
  onRestart(): void;
}

/** Reads the calls of one transcript with their results, from its beginning and then what is appended. */
export class CallReader implements TailSink {
  private readonly tail: FileTail;
  private readonly open = new Map<string, OpenCall>();
  private lastAt = 0;
  /** When each human prompt came that began a turn, as `TranscriptFacts.turns` counts them. */
  prompts: number[] = [];

  constructor(
    path: string,
    private readonly isSubagent: boolean,
    private readonly sink: CallSink,
  ) {
    this.tail = new FileTail(path);
  }

  async read(): Promise<void> {
    await this.tail.read(this);
  }

  onRestart(): void {
    this.open.clear();
    this.lastAt = 0;
    this.prompts = [];
    this.sink.onRestart();
  }

  onLine(line: Buffer): void {
    // Only these lines can be prompts, calls or results.
    if (!line.includes('"user"') && !line.includes('"tool_use"')) return;
    if (line.length > maxLineBytes) return;
    for (const parsed of parseTranscriptEntries(lineText(line))) this.readEntry(parsed);
  }

  private readEntry(parsed: ParsedEntry<Entry>): void {
    this.lastAt = parsed.at ?? this.lastAt;
    if (parsed.isSidechain && !this.isSubagent) return;
    const entry = parsed.line;
    switch (entry.kind) {
      case 'prompt':
        if (entry.human && entry.queued !== true) this.prompts.push(this.lastAt);
        break;
      case 'assistant':
        for (const { id, name, input } of entry.toolUses) this.begin(id, name, input);
        break;
      case 'toolResults':
        for (const result of entry.results) this.finish(result);
        break;
      default:
    }
  }

  private begin(id: string, tool: string, input: unknown): void {
    if (!this.sink.isLookedAt(tool)) return;
    this.open.set(id, { tool, command: boundedCommand(input), input: boundedInput(input) });
    if (this.open.size <= keptOpen) return;
    const [oldest] = this.open.keys();
    if (oldest !== undefined) this.open.delete(oldest);
  }

  private finish(result: CallResult): void {
    const call = this.open.get(result.toolUseId);
    this.open.delete(result.toolUseId);
    // A call that a person or a rule refused has done nothing.
    if (call === undefined || result.denial !== undefined) return;
    const isInBackground = typeof result.details['backgroundTaskId'] === 'string';
    this.sink.onCall({
      ...call,
      output: boundedOutput(outputText(result)),
      ok: isInBackground ? undefined : !result.isError,
      at: this.lastAt,
      turn: this.isSubagent ? 0 : this.prompts.length,
    });
  }
}
