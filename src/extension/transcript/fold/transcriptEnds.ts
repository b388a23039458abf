import type { ParsedEntry } from '../../agents/transcripts/entry';
import * as fs from 'node:fs';
import { promptTitle } from '../../hub/domain/card/title';
import { ownWords } from '../../agents/claude/texts/ownWords';
import type { TranscriptFormat } from '../../agents/transcripts/format';
import { isWholeRecord } from '../lines/wholeRecord';
import type { FoundFile } from '../../agents/transcripts/files';
import { isFolderOf } from '../../agents/claude/catalogue/projectFolder';
import { oldestTime, pastTime } from '../../../shared/protocol/plausible';

/** A session as known from the start and the end of its transcript. Times are in ms since 1970. */
export interface PastSession {
  readonly sessionId: string;
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /**
   * The user's name for it; without one the first prompt, the client's title or a command; empty if
   * none exists.
   */
  readonly title: string;
  readonly projectPath: string;
  readonly gitBranch: string;
  readonly model: string;
  /** The first prompts, one per line. */
  readonly prompts: string;
  readonly lastPrompt: string;
  /**
   * Time of the first prompt or answer; 0 if there is none, in which case the file is no session.
   */
  readonly startedAt: number;
  readonly lastActivityAt: number;
}

/** The first prompt is near the start, after the client's own records. */
const headStepBytes = 32 * 1024;
const maxHeadBytes = 512 * 1024;
const tailBytes = 64 * 1024;

const promptLength = 300;
const keptPrompts = 3;
const newline = 0x0a;

interface EndsState {
  readonly format: TranscriptFormat;
  readonly cwds: string[];
  readonly prompts: string[];
  /** Parent of the first prompt: a later prompt with the same parent rewinds all of them. */
  firstParent: string | null | undefined;
  /** First command that was run with `!`. */
  shell: string;
  lastPrompt: string;
  customTitle: string;
  aiTitle: string;
  gitBranch: string;
  model: string;
  firstAt: number;
  lastAt: number;
}

/** Large enough for every read of `readEnds`. */
export const endsBufferBytes = maxHeadBytes;

/** Reads the first and the last lines of a transcript. Throws the system's error if it cannot be read. */
export function readEnds(
  { path, size, mtimeMs, kind }: FoundFile,
  format: TranscriptFormat,
  buffer: Buffer = Buffer.allocUnsafe(endsBufferBytes),
): PastSession {
  const seen: EndsState = {
    format,
    cwds: [],
    prompts: [],
    firstParent: undefined,
    shell: '',
    lastPrompt: '',
    customTitle: '',
    aiTitle: '',
    gitBranch: '',
    model: '',
    firstAt: 0,
    lastAt: 0,
  };
  const file = fs.openSync(path, 'r');
  try {
    const headEnd = readHead(file, buffer, seen);
    readTail(file, headEnd, size, buffer, seen);
  } finally {
    fs.closeSync(file);
  }
  const writtenAt = pastTime(Math.round(mtimeMs)) ?? oldestTime;
  const lastActivityAt = Math.max(seen.lastAt, seen.firstAt) || writtenAt;
  const prompt = promptTitle(seen.prompts[0]) ?? '';
  const title = seen.customTitle || prompt || seen.aiTitle || (promptTitle(seen.shell) ?? '');
  return {
    sessionId: kind.sessionId,
    path,
    size,
    mtimeMs,
    title: clip(title, 120),
    projectPath: copyOf(seen.cwds.find((cwd) => isFolderOf(cwd, path)) ?? seen.cwds.at(-1) ?? ''),
    gitBranch: copyOf(seen.gitBranch),
    model: copyOf(seen.model),
    prompts: seen.prompts.map((prompt) => clip(prompt, promptLength)).join('\n'),
    lastPrompt: clip(seen.lastPrompt, promptLength),
    // A session with only implausible times is still found, sorted after all others.
    startedAt: seen.firstAt || (seen.prompts.length > 0 ? lastActivityAt : 0),
    lastActivityAt,
  };
}

/** Reads until the session's folder and first prompt are known; returns the offset after the last line. */
function readHead(file: number, buffer: Buffer, seen: EndsState): number {
  let filled = 0;
  let lineStart = 0;
  while (filled < maxHeadBytes) {
    const wanted = Math.min(headStepBytes, maxHeadBytes - filled);
    const read = fs.readSync(file, buffer, filled, wanted, filled);
    if (read === 0) break;
    filled += read;
    lineStart = applyLines(buffer, lineStart, filled, seen);
    if (seen.prompts.length > 0 && seen.cwds.length > 0) break;
  }
  return lineStart;
}

/** Reads the last lines that start at or after `headEnd`, and a last record without a line feed. */
function readTail(
  file: number,
  headEnd: number,
  size: number,
  buffer: Buffer,
  seen: EndsState,
): void {
  // Starts one byte earlier: if that byte is a line feed, the tail starts with a complete line.
  const from = Math.max(headEnd, size - tailBytes - 1);
  // A file that grew since its size was read may have a head that is longer than that size.
  const read = fs.readSync(file, buffer, 0, Math.max(0, size - from), from);
  // Skips the rest of a line: an object nested in it would be parsed as a record.
  const start = from > headEnd ? buffer.subarray(0, read).indexOf(newline) + 1 : 0;
  const rest = buffer.subarray(applyLines(buffer, start, read, seen), read);
  if (isWholeRecord(rest)) applyLine(rest.toString('utf8'), seen);
}

/** Reads the complete lines between two offsets; returns the offset after the last one. */
function applyLines(buffer: Buffer, from: number, to: number, seen: EndsState): number {
  let start = from;
  for (;;) {
    const end = buffer.subarray(0, to).indexOf(newline, start);
    if (end < 0) return start;
    applyLine(buffer.toString('utf8', start, end), seen);
    start = end + 1;
  }
}

function applyLine(text: string, seen: EndsState): void {
  for (const parsed of seen.format.entries(text)) {
    const { lastPrompt, isSidechain } = parsed;
    if (lastPrompt !== undefined) seen.lastPrompt = lastPrompt || seen.lastPrompt;
    else if (!isSidechain) applyEntry(parsed, seen);
  }
}

function applyEntry({ line, at }: ParsedEntry, seen: EndsState): void {
  if (line.cwd !== undefined && !seen.cwds.includes(line.cwd)) seen.cwds.push(line.cwd);
  seen.gitBranch = line.gitBranch ?? seen.gitBranch;
  if (at !== undefined && at > 0) seen.lastAt = Math.max(seen.lastAt, at);
  if (line.kind === 'title') {
    if (line.source === 'custom') seen.customTitle = line.title;
    else seen.aiTitle = line.title;
  }
  if (line.kind === 'other') seen.shell ||= line.shell ?? '';
  if (line.kind === 'context') seen.model = line.model ?? seen.model;
  if (line.kind !== 'prompt' && line.kind !== 'assistant') return;
  if (seen.firstAt === 0 && at !== undefined) seen.firstAt = at;
  if (line.kind === 'assistant') seen.model = line.model ?? seen.model;
  else if (line.human) {
    const own = ownWords(line.text);
    if (line.parent !== undefined && line.parent === seen.firstParent) seen.prompts.length = 0;
    if (seen.prompts.length === 0) seen.firstParent = line.parent;
    if (seen.prompts.length < keptPrompts) seen.prompts.push(own);
    seen.lastPrompt = own;
  }
}

/** Joins the text into one line, because the index is searched and displayed by line. */
function clip(text: string, length: number): string {
  const line = text
    .slice(0, length * 4)
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return copyOf(line.length <= length ? line : `${line.slice(0, length - 1)}…`);
}

/** Copies the text: a slice would keep the whole source string in memory. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
