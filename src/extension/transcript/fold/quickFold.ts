import type { ToolUse } from '../../hub/domain/facts/event';
import { isScheduleTool } from '../../hub/domain/facts/scheduleNews';
import { isSubagentTool } from '../../hub/domain/words/labels';
import { contextAfter } from '../../hub/domain/facts/transcriptFold';
import { BlockedScan } from './blockedScan';
import { EditTracker } from './editTracker';
import { headCall } from './headCall';
import { hasText } from './rawLine';
import { readText, type ByteRange } from './readText';
import { shellLine } from './shellLine';
import { SignalTracker } from './signalTracker';
import { asObject } from '../entry/json';
import { lineKind, type LineRow } from '../lines/lineRow';
import { walkLines, type WalkBuffer } from '../lines/lineWalk';
import {
  newFold,
  withChanges,
  withEntry,
  withSignals,
  type TranscriptFold,
  type FoldSubject,
} from './fold';
import { parseTranscriptEntry, type ParsedEntry } from '../entry/transcriptEntry';

/** Enough of a line to know what it is. */
const headBytes = 600;

/** Read to the letter at a transcript's end, in bytes. A longer turn's first tool uses count as answered. */
const maxTurnBytes = 2 * 1024 * 1024;
const maxAgentBytes = 32 * 1024;

const peekedHeadBytes = 32 * 1024;
const nowhere: ByteRange = { offset: 0, length: 0 };

/** Lines before the last answer that are read to the letter too: lines are not always in order. */
const linesBeforeAnswer = 3;

const noteStart = Buffer.from('{"type":"');
const labelStart = /^\{"type":"(?:permission-mode|ai-title|custom-title|summary)"/u;
const continuedStart = '{"type":"continued-in"';
const linkStart = '{"type":"pr-link"';
const tellingAttachment = /"attachment":\{"type":"(?:queued_command|session_cron_carry)"/u;
const toolUse = '"type":"tool_use"';
const toolUseId = /"tool_use_id":"([^"]+)"/u;

export interface ScanEnd {
  /** The place behind the last whole line. */
  readonly offset: number;
  readonly reading: TranscriptFold;
}

/**
 * Reads a transcript without parsing most of it. Parsed are: the first lines, what people said, what
 * says how background work and tasks went, titles, and all of the last turn. All other lines are
 * passed over. The outcome is that of parsing everything, but for the list of answered tool uses,
 * which holds the last turn's only.
 */
export class QuickFold {
  private now: TranscriptFold;
  /** The facts before the last prompt. */
  private beforeTurn: TranscriptFold;
  private turnOffset: number;
  /** A little before the last words of the turn. */
  private answerOffset = -1;
  private turnEnded = false;
  private readonly recent = new Float64Array(linesBeforeAnswer);
  private seen = 0;
  private answer = nowhere;
  private answerBeforeTurn = nowhere;
  /** Calls whose results are read: they begin tasks, on the list or in the background, or later runs, or ask. */
  private readonly openTasks = new Set<string>();
  private readonly blocked: BlockedScan;
  private readonly edits: EditTracker;
  private readonly signals: SignalTracker;
  private labels: Labels = {};
  private labelsBeforeTurn: Labels = {};
  private file = -1;

  constructor(
    private readonly of: FoldSubject,
    before: TranscriptFold = newFold(of),
    from = 0,
  ) {
    this.now = before;
    this.beforeTurn = before;
    this.turnOffset = from;
    this.edits = new EditTracker(before);
    this.signals = new SignalTracker(before);
    this.blocked = new BlockedScan(before);
    this.awaits(before.facts?.openTools ?? []);
  }

  /** Yields between portions; returns the place behind the last whole line and what all lines said. */
  *read(file: number, from: number, to: number, shared: WalkBuffer): Generator<unknown, ScanEnd> {
    this.file = file;
    const offset = yield* walkLines(file, from, to, shared, 'all', this.line);
    const most = this.of.agentId === undefined ? maxTurnBytes : maxAgentBytes;
    return { offset, reading: yield* this.finish(file, offset, shared, most) };
  }

  /** Reads the two ends alone: what is between them is taken to say nothing new. */
  *peek(
    file: number,
    size: number,
    shared: WalkBuffer,
    tailBytes: number,
  ): Generator<unknown, TranscriptFold> {
    this.file = file;
    yield* walkLines(file, 0, peekedHeadBytes, shared, 'all', this.line);
    const offset = yield* walkLines(file, size - tailBytes, size, shared, 'all', this.line);
    return yield* this.finish(file, offset, shared, tailBytes);
  }

  private readonly line = (line: LineRow, offset: number): void => {
    this.recent[this.seen % linesBeforeAnswer] = offset;
    this.seen += 1;
    const { kind, bytes, start, end } = line;
    if (kind === lineKind.note && isText(bytes, start, noteStart)) {
      const name = bytes.toString('latin1', start, Math.min(end, start + 32));
      if (labelStart.test(name)) this.label(line.text());
      else if (name.startsWith(linkStart)) this.takeSignals(line);
      else if (name.startsWith(continuedStart)) this.parse(line.text(), offset, end - start);
      return;
    }
    const isTold = kind !== lineKind.unsure && kind !== lineKind.note && !this.isBeginning();
    if (!isTold || !this.pass(line, offset)) this.parse(line.text(), offset, end - start);
  };

  /** Takes a line by its beginning; false where it has to be parsed. */
  private pass(line: LineRow, offset: number): boolean {
    const ofAgent = this.of.agentId !== undefined;
    const { kind } = line;
    if (kind === lineKind.assistant) return this.assistant(line, offset);
    const head = headOf(line);
    switch (kind) {
      case lineKind.user: {
        const toolUse = toolUseId.exec(head)?.[1];
        if (toolUse === undefined) return this.passPrompt(line);
        if (!ofAgent && this.openTasks.delete(toolUse)) return false;
        if (this.blocked.reads(head, line)) return false;
        const parsed = this.takeResult(toolUse, line);
        if (this.signals.awaits(toolUse))
          this.takeSignals(line, parsed ?? shellLine(line, toolUse));
        return true;
      }
      case lineKind.system:
        if (head.includes('"subtype":"turn_duration"')) {
          if (!ofAgent && !head.includes('"isSidechain":true')) {
            this.turnEnded = true;
            this.blocked.endTurn();
          }
          return true;
        }
        return ofAgent || !head.includes('"subtype":"compact_boundary"');
      case lineKind.attachment:
        return !tellingAttachment.test(head) || this.passPrompt(line);
      default:
        return false;
    }
  }

  /** Whether something is still missing that only the first lines tell. */
  private isBeginning(): boolean {
    if (this.of.agentId !== undefined) return this.now.agent === undefined;
    const { facts } = this.now;
    return facts?.firstAt === undefined || facts.cwd === undefined || facts.version === undefined;
  }

  private assistant(line: LineRow, offset: number): boolean {
    const ofAgent = this.of.agentId !== undefined;
    if (!ofAgent && line.isSidechain) return true;
    const length = line.end - line.start;
    if (line.isTextAlone) {
      if (!ofAgent) this.answered(offset, length, true);
      return true;
    }
    this.blocked.add(offset, length);
    const head = headOf(line);
    if (
      !ofAgent &&
      (/"name":"(?:Task|TodoWrite"|Agent"|Cron|ScheduleWakeup"|AskUserQuestion")/u.test(head) ||
        runsInBackground(head, line))
    )
      this.fold(parseTranscriptEntry(line.text()), offset);
    else this.calls(head, line);
    if (!ofAgent) this.answered(offset, length, head.includes('"type":"text"'));
    return true;
  }

  /** A subagent's prompts are no turns: they only tell how its background shells ended. */
  private passPrompt(line: LineRow): boolean {
    if (this.of.agentId === undefined) return false;
    if (this.signals.awaitsShells) this.takeSignals(line);
    return true;
  }

  /** Takes what an assistant's line calls, parsed where its beginning does not say enough. */
  private calls(head: string, line: LineRow): void {
    const call = headCall(head);
    const isEditKnown = this.edits.takeHead(head, line, call);
    const isPassed =
      this.signals.passes(head, call) ||
      (isCallAlone(line) && this.signals.takeHead(head, call, this.turns));
    if (isEditKnown && isPassed) return;
    const parsed = parseTranscriptEntry(line.text());
    if (parsed === undefined) return;
    if (!isEditKnown) this.takeEdits(parsed);
    if (!isPassed) this.signals.take(parsed, this.turns);
  }

  /** The entry, where only that tells what the result changed. */
  private takeResult(toolUse: string, line: LineRow): ParsedEntry | undefined {
    if (this.edits.takeResult(toolUse, line, this.turns)) return undefined;
    const parsed = parseTranscriptEntry(line.text());
    if (parsed !== undefined) this.takeEdits(parsed);
    return parsed;
  }

  private takeEdits({ line, at }: ParsedEntry): void {
    this.edits.take(line, { turn: this.turns, at, cwd: line.cwd });
  }

  private takeSignals(line: LineRow, short?: ParsedEntry): void {
    const parsed = short ?? parseTranscriptEntry(line.text());
    if (parsed !== undefined && (this.of.agentId !== undefined || !parsed.isSidechain))
      this.signals.take(parsed, this.turns);
  }

  /** The number of human prompts so far; a subagent's transcript counts none. */
  private get turns(): number {
    return this.now.facts?.turns ?? 0;
  }

  private answered(offset: number, length: number, isSaid: boolean): void {
    this.turnEnded = false;
    this.answer = { offset, length };
    if (isSaid) this.answerOffset = this.oldestRecent();
  }

  private oldestRecent(): number {
    return this.recent[this.seen % linesBeforeAnswer] ?? 0;
  }

  /** Titles and modes are written again and again, and only the last counts. */
  private label(text: string): void {
    if (!text.endsWith('}') || text.includes('{"', 1)) return;
    const kind = text.startsWith('{"type":"p')
      ? 'mode'
      : text.startsWith('{"type":"c')
        ? 'custom'
        : 'ai';
    if (this.labels[kind] !== text) this.labels = { ...this.labels, [kind]: text };
  }

  private parse(text: string, offset: number, length: number): void {
    const parsed = parseTranscriptEntry(text);
    this.fold(parsed, offset);
    if (parsed === undefined) return;
    const { line } = parsed;
    if (this.of.agentId !== undefined && line.kind === 'assistant' && line.toolUses.length > 0)
      this.blocked.add(offset, length);
    if (parsed.isSidechain) return;
    if (line.kind === 'assistant' && line.model !== undefined) {
      this.answered(offset, length, line.text !== undefined);
      if (line.toolUses.length > 0) this.blocked.add(offset, length);
    } else if (line.kind === 'compacted') this.answer = nowhere;
  }

  private fold(parsed: ParsedEntry | undefined, offset: number): void {
    if (parsed === undefined) return;
    const { line } = parsed;
    // How much the conversation held is told by its last answer.
    const isCompacted = line.kind === 'compacted' && !parsed.isSidechain;
    const before = isCompacted
      ? withAnswer(this.now, readAnswer(this.file, this.answer))
      : this.now;
    const isOwn = this.of.agentId !== undefined || !parsed.isSidechain;
    if (isOwn) this.takeEdits(parsed);
    if (line.kind === 'prompt' && line.queued !== true && !parsed.isSidechain) {
      this.beforeTurn = before;
      this.turnOffset = offset;
      this.answerBeforeTurn = this.answer;
      this.labelsBeforeTurn = this.labels;
      if (line.permissionMode !== undefined) this.labels = { ...this.labels, mode: undefined };
      this.answerOffset = -1;
      this.turnEnded = false;
    } else if (line.kind === 'assistant') {
      this.awaits(line.toolUses);
    }
    const called = isOwn ? this.blocked.withCalls(this.file, before, line) : before;
    this.now = withoutTurn(withEntry(called, this.of, parsed));
    if (isOwn) this.blocked.folded(line, this.now);
    if (isOwn) this.signals.take(parsed, this.turns);
  }

  private awaits(calls: readonly ToolUse[]): void {
    for (const { id, name, input } of calls) {
      const isTask = name === 'TaskCreate' || isSubagentTool(name) || isInBackground(input);
      if (isTask || isScheduleTool(name) || name === 'AskUserQuestion') {
        this.openTasks.add(id);
      }
    }
  }

  private *finish(
    file: number,
    end: number,
    shared: WalkBuffer,
    most: number,
  ): Generator<unknown, TranscriptFold> {
    const isOver = this.turnEnded && this.answerOffset > this.turnOffset;
    const wanted = isOver ? this.answerOffset : this.turnOffset;
    // A few lines at least, however long they are.
    const from = Math.max(wanted, Math.min(end - most, this.oldestRecent()));
    const wholeTurn = from === this.turnOffset;
    let reading = wholeTurn ? this.beforeTurn : withoutTurn(this.now);
    for (const text of Object.values(wholeTurn ? this.labelsBeforeTurn : this.labels)) {
      const parsed = text === undefined ? undefined : parseTranscriptEntry(text);
      if (parsed !== undefined) reading = withEntry(reading, this.of, parsed);
    }
    reading = withAnswer(
      reading,
      readAnswer(file, wholeTurn ? this.answerBeforeTurn : this.answer),
    );
    yield* walkLines(file, from, end, shared, 'all', (line) => {
      const parsed = parseTranscriptEntry(line.text());
      if (parsed !== undefined) reading = withEntry(reading, this.of, parsed);
    });
    return withSignals(withChanges(reading, this.edits.changes), this.signals.reading);
  }
}

/** The beginning of a line, a letter for each byte. */
function headOf({ bytes, start, end }: LineRow): string {
  return bytes.toString('latin1', start, Math.min(end, start + headBytes));
}

function runsInBackground(head: string, line: LineRow): boolean {
  return head.includes('"name":"Bash"') && hasText(line, '"run_in_background":true');
}

/** True where no further call stands behind the line's beginning. */
function isCallAlone({ bytes, start, end }: LineRow): boolean {
  const behind = Math.min(end, start + headBytes - toolUse.length);
  return !bytes.subarray(behind, end).includes(toolUse);
}

function isInBackground(input: unknown): boolean {
  return asObject(input)?.['run_in_background'] === true;
}

function isText(bytes: Buffer, at: number, text: Buffer): boolean {
  return bytes.compare(text, 0, text.length, at, at + text.length) === 0;
}

/** The last lines that gave a title or a mode. */
interface Labels {
  readonly mode?: string | undefined;
  readonly custom?: string | undefined;
  readonly ai?: string | undefined;
}

function readAnswer(file: number, place: ByteRange): ParsedEntry | undefined {
  return place.length === 0 ? undefined : parseTranscriptEntry(readText(file, place));
}

/** What an answer alone tells that was not folded itself. */
function withAnswer(reading: TranscriptFold, parsed: ParsedEntry | undefined): TranscriptFold {
  const { facts } = reading;
  if (facts === undefined || parsed?.line.kind !== 'assistant') return reading;
  return { ...reading, facts: { ...facts, ...contextAfter(facts, parsed.line) } };
}

/** The last turn is folded anew, from its first line on. */
function withoutTurn(reading: TranscriptFold): TranscriptFold {
  const { facts, agent } = reading;
  if (agent !== undefined) return { ...reading, agent: { ...agent, openTools: [] } };
  if (facts === undefined) return reading;
  return { ...reading, facts: { ...facts, turn: undefined, openTools: [] } };
}
