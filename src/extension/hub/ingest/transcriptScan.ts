import * as fs from 'node:fs';
import { walkLines, type WalkBuffer } from './lineWalk';
import type { MessageRecord } from './messageUsage';
import { newReading, withLine, type Reading, type ReadingOf } from './reading';
import { parseTranscriptLine, type ParsedLine } from './transcriptLine';
import { UsageBytes } from './usageBytes';

/** Enough of a line to know what it is. */
const headBytes = 600;

/** Read to the letter at a transcript's end, in bytes. A longer turn's first tool uses count as answered. */
const maxTurnBytes = 2 * 1024 * 1024;
const maxAgentBytes = 32 * 1024;

const peekedHeadBytes = 32 * 1024;
const nowhere: Place = { offset: 0, length: 0 };

/** Lines before the last answer that are read to the letter too: lines are not always in order. */
const linesBeforeAnswer = 3;

const shape =
  /"role":"(?<role>assistant|user)"|"attachment":\{"type":"(?<attachment>[a-z_]+)"|"type":"system","subtype":"(?<system>[a-z_]+)"/u;

const letterY = 0x79;
const messageStart = /^\{"type":"(?:user|assistant|system|attachment)"/u;
const labelStart = /^\{"type":"(?:permission-mode|ai-title|custom-title|summary)"/u;
const toolUseId = /"tool_use_id":"([^"]+)"/u;

export interface ScanEnd {
  /** The place behind the last whole line. */
  readonly offset: number;
  readonly reading: Reading;
}

/**
 * Reads a transcript without parsing most of it. Parsed are: the first lines, what people said, what
 * says how background work and tasks went, titles, and all of the last turn. Of all other lines only
 * the usage is read. The outcome is that of parsing everything, but for the list of answered tool
 * uses, which holds the last turn's only.
 */
export class TranscriptScan {
  private now: Reading;
  /** What was known before the last prompt. */
  private beforeTurn: Reading;
  private turnOffset: number;
  /** A little before the last words of the turn. */
  private answerOffset = -1;
  private turnEnded = false;
  private readonly recent = new Float64Array(linesBeforeAnswer);
  private seen = 0;
  private answer = nowhere;
  private answerBeforeTurn = nowhere;
  private readonly openTasks = new Set<string>();
  private readonly usage = new UsageBytes();
  private labels: Labels = {};
  private labelsBeforeTurn: Labels = {};

  constructor(
    private readonly of: ReadingOf,
    private readonly onUsage: (record: MessageRecord) => void,
    before: Reading = newReading(of),
    from = 0,
  ) {
    this.now = before;
    this.beforeTurn = before;
    this.turnOffset = from;
  }

  /** Yields between portions; returns the place behind the last whole line and what all lines said. */
  *read(file: number, from: number, to: number, shared: WalkBuffer): Generator<undefined, ScanEnd> {
    const offset = yield* walkLines(file, from, to, shared, this.line);
    const most = this.of.agentId === undefined ? maxTurnBytes : maxAgentBytes;
    return { offset, reading: yield* this.finish(file, offset, shared, most) };
  }

  /** Reads the two ends alone: what is between them is taken to say nothing new. */
  *peek(
    file: number,
    size: number,
    shared: WalkBuffer,
    tailBytes: number,
  ): Generator<undefined, Reading> {
    yield* walkLines(file, 0, peekedHeadBytes, shared, this.line);
    const offset = yield* walkLines(file, size - tailBytes, size, shared, this.line);
    return yield* this.finish(file, offset, shared, tailBytes);
  }

  private readonly line = (buffer: Buffer, start: number, end: number, offset: number): void => {
    this.recent[this.seen % linesBeforeAnswer] = offset;
    this.seen += 1;
    // `{"type":`: most lines begin otherwise and are messages.
    if (buffer[start + 3] === letterY) {
      const kind = buffer.toString('latin1', start, Math.min(end, start + 32));
      if (kind.startsWith('{"type":"') && !messageStart.test(kind)) {
        if (labelStart.test(kind)) this.label(buffer.toString('utf8', start, end));
        return;
      }
    }
    if (this.isBeginning()) {
      this.parse(buffer.toString('utf8', start, end), offset, end - start);
      return;
    }
    const head = buffer.toString('latin1', start, Math.min(end, start + headBytes));
    const groups = shape.exec(head)?.groups;
    if (groups === undefined) {
      if (!head.includes('"attachment":{'))
        this.parse(buffer.toString('utf8', start, end), offset, end - start);
    } else if (groups['role'] === 'assistant') {
      this.assistant(buffer, start, end, offset, head);
    } else if (this.of.agentId !== undefined) {
      return;
    } else if (groups['role'] === 'user') {
      const toolUse = toolUseId.exec(head)?.[1];
      if (toolUse === undefined || this.openTasks.delete(toolUse)) {
        this.parse(buffer.toString('utf8', start, end), offset, end - start);
      }
    } else if (groups['system'] === 'turn_duration') {
      if (!head.includes('"isSidechain":true')) this.turnEnded = true;
    } else if (
      groups['system'] === 'compact_boundary' ||
      groups['attachment'] === 'queued_command'
    ) {
      this.parse(buffer.toString('utf8', start, end), offset, end - start);
    }
  };

  /** What shows a card the first time comes from the first lines. */
  private isBeginning(): boolean {
    if (this.of.agentId !== undefined) return this.now.agent === undefined;
    const { facts } = this.now;
    return facts?.firstAt === undefined || facts.cwd === undefined || facts.version === undefined;
  }

  private assistant(
    buffer: Buffer,
    start: number,
    end: number,
    offset: number,
    head: string,
  ): void {
    const usage = this.usage.read(buffer, start, end, head);
    if (usage === 'unsure') {
      this.parse(buffer.toString('utf8', start, end), offset, end - start);
      return;
    }
    if (usage !== undefined) this.onUsage(usage);
    if (this.of.agentId !== undefined || head.includes('"isSidechain":true')) return;
    if (head.includes('"name":"Task'))
      this.fold(parseTranscriptLine(buffer.toString('utf8', start, end)), offset);
    this.answered(offset, end - start, head.includes('"type":"text"'));
  }

  private answered(offset: number, length: number, hasText: boolean): void {
    this.turnEnded = false;
    this.answer = { offset, length };
    if (hasText) this.answerOffset = this.oldestRecent();
  }

  private oldestRecent(): number {
    return this.recent[this.seen % linesBeforeAnswer] ?? 0;
  }

  /** Of titles and modes the last counts, and they are written again and again. */
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
    const parsed = parseTranscriptLine(text);
    if (parsed?.usage !== undefined) this.onUsage(parsed.usage);
    this.fold(parsed, offset);
    if (parsed === undefined || parsed.isSidechain) return;
    const { line } = parsed;
    if (line.kind === 'assistant' && line.model !== undefined) {
      this.answered(offset, length, line.text !== undefined);
    } else if (line.kind === 'compacted') this.answer = nowhere;
  }

  private fold(parsed: ParsedLine | undefined, offset: number): void {
    if (parsed === undefined) return;
    const { line } = parsed;
    const before = this.now;
    if (line.kind === 'prompt' && line.queued !== true && !parsed.isSidechain) {
      this.beforeTurn = before;
      this.turnOffset = offset;
      this.answerBeforeTurn = this.answer;
      this.labelsBeforeTurn = this.labels;
      if (line.permissionMode !== undefined) this.labels = { ...this.labels, mode: undefined };
      this.answerOffset = -1;
      this.turnEnded = false;
    } else if (line.kind === 'assistant') {
      for (const use of line.toolUses) if (use.name === 'TaskCreate') this.openTasks.add(use.id);
    }
    this.now = withoutTurn(withLine(before, this.of, parsed));
  }

  private *finish(
    file: number,
    end: number,
    shared: WalkBuffer,
    most: number,
  ): Generator<undefined, Reading> {
    const isOver = this.turnEnded && this.answerOffset > this.turnOffset;
    const wanted = isOver ? this.answerOffset : this.turnOffset;
    // A few lines at least, however long they are.
    const from = Math.max(wanted, Math.min(end - most, this.oldestRecent()));
    const wholeTurn = from === this.turnOffset;
    let reading = wholeTurn ? this.beforeTurn : this.now;
    for (const text of Object.values(wholeTurn ? this.labelsBeforeTurn : this.labels)) {
      const parsed = text === undefined ? undefined : parseTranscriptLine(text);
      if (parsed !== undefined) reading = withLine(reading, this.of, parsed);
    }
    reading = withAnswer(
      reading,
      readAnswer(file, wholeTurn ? this.answerBeforeTurn : this.answer),
    );
    yield* walkLines(file, from, end, shared, (buffer, start, stop) => {
      const parsed = parseTranscriptLine(buffer.toString('utf8', start, stop));
      if (parsed !== undefined) reading = withLine(reading, this.of, parsed);
    });
    return reading;
  }
}

/** The last lines that gave a title or a mode. */
interface Labels {
  readonly mode?: string | undefined;
  readonly custom?: string | undefined;
  readonly ai?: string | undefined;
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

function readAnswer(file: number, { offset, length }: Place): ParsedLine | undefined {
  if (length === 0) return undefined;
  const bytes = Buffer.allocUnsafe(length);
  const read = fs.readSync(file, bytes, 0, length, offset);
  return parseTranscriptLine(bytes.toString('utf8', 0, read));
}

/** Model and context of an answer that was not folded itself. */
function withAnswer(reading: Reading, parsed: ParsedLine | undefined): Reading {
  const { facts } = reading;
  if (facts === undefined || parsed?.line.kind !== 'assistant') return reading;
  const { model = facts.model, contextTokens = facts.contextTokens } = parsed.line;
  return { ...reading, facts: { ...facts, model, contextTokens } };
}

/** The last turn is folded anew, from its first line on. */
function withoutTurn(reading: Reading): Reading {
  const { facts, agent } = reading;
  if (agent !== undefined) return { ...reading, agent: { ...agent, openTools: [] } };
  if (facts === undefined) return reading;
  return { ...reading, facts: { ...facts, turn: undefined, openTools: [] } };
}
