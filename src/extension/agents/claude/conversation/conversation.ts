import { emptyOverview, type Overview } from '../../../../shared/messages/overview';
import type { ItemPlace } from '../../../../shared/messages/readerItems';
import type { RewoundBranch } from '../../../../shared/messages/rewoundBranch';
import { type JsonObject, textIn } from '../../../util/json';
import { queueType } from '../entry/prompts/queuedPrompt';
import { parentIn } from '../entry/parent';
import { recordsIn } from '../entry/records';
import { partsOfLine } from '../entry/shownLine';
import { parseEntry } from '../entry/parseEntry';
import { UnreadPrompts } from '../entry/prompts/unreadPrompts';
import type { ConversationReader } from '../../transcripts/format';
import type { Line } from '../../../transcript/file/lineFile';
import { findRewoundRoots, type TreeEntry } from './findRewoundRoots';

interface Entry extends TreeEntry {
  readonly at: number;
  /**
   * Id of the parent entry; null for a prompt that starts a conversation, undefined if the entry
   * names none.
   */
  readonly parent: string | null | undefined;
}

const idMarker = Buffer.from('"uuid":');
const queueMarker = Buffer.from(queueType);

/**
 * The tree of a transcript's entries by `parentUuid`. A rewind writes no line of its own: the next
 * prompt just has an older entry as its parent.
 */
export class Conversation implements ConversationReader {
  /** Byte up to which the file was read. */
  to = 0;
  private readonly entries: Entry[] = [];
  /** Texts of the prompts, by their place in the file. */
  private readonly texts = new Map<number, string>();
  private readonly indexOf = new Map<string, number>();
  /** Parents that have not been read yet: the client may write an entry before its parent. */
  private readonly missing = new Set<string>();
  private lastId: string | undefined;
  /** True if an entry since the last prompt has a parent other than the previous entry. */
  private hasForked = false;
  /**
   * True if a branch may have started, ended or continued since the last search; searching is slow.
   */
  private isStale = false;
  /**
   * Result of the last search: for each entry, the first entry of its abandoned branch if it is in
   * one.
   */
  private roots: readonly (number | undefined)[] = [];
  private readonly unread = new UnreadPrompts<ItemPlace>();
  private found: Overview = emptyOverview;

  /** `textOf` returns the text of a prompt's line. */
  constructor(private readonly textOf: (line: Line) => string) {}

  /** Adds the next line of the file. */
  add(line: Line): void {
    this.to = line.at + line.length;
    const { bytes } = line;
    if (bytes === undefined) return;
    const isOfQueue = bytes.includes(queueMarker);
    if (!isOfQueue && !bytes.includes(idMarker)) return;
    const queued = isOfQueue ? queuedIn(line) : [];
    for (const record of recordsIn(bytes.toString('utf8')).records) {
      if (this.indexOf.has(textIn(record, 'uuid') ?? '')) continue; // A copy of an entry.
      this.addEntry(record, line);
      this.unread.apply(record, () => queued.shift());
    }
  }

  private addEntry(value: JsonObject, line: Line): void {
    const id = textIn(value, 'uuid');
    if (id === undefined || value['isSidechain'] === true) return;
    const prompt = isPersonsPrompt(value);
    // Only a prompt can start a conversation; the client's own first records and compactions do
    // not.
    const parent = prompt ? parentIn(value) : (parentIn(value) ?? undefined);
    if (prompt) this.texts.set(line.at, this.textOf(line));
    const wasMissing = this.missing.delete(id);
    if (wasMissing || (parent !== undefined && parent !== this.lastId)) this.hasForked = true;
    if (wasMissing || (prompt && this.hasForked) || this.isTakenBack(parent)) this.isStale = true;
    if (prompt) this.hasForked = wasMissing;
    if (typeof parent === 'string' && !this.indexOf.has(parent)) this.missing.add(parent);
    this.indexOf.set(id, this.entries.length);
    const speaks = prompt || value['type'] === 'assistant';
    this.entries.push({ at: line.at, parent, prompt, speaks });
    this.lastId = id;
  }

  /** Facts about the lines read so far; the same object while they are unchanged. */
  get overview(): Overview {
    const unread = this.unread.values;
    const found = this.isStale ? this.search() : this.found.takenBack;
    const takenBack = areSame(found, this.found.takenBack) ? this.found.takenBack : found;
    this.isStale = false;
    if (unread !== this.found.unread || takenBack !== this.found.takenBack)
      this.found = { takenBack, unread };
    return this.found;
  }

  /** True if an entry with that parent continues an abandoned branch. */
  private isTakenBack(parent: string | null | undefined): boolean {
    if (parent === null) return false;
    const known = parent === undefined ? undefined : this.indexOf.get(parent);
    return this.roots[known ?? this.entries.length - 1] !== undefined;
  }

  private search(): readonly RewoundBranch[] {
    const { entries } = this;
    const roots = findRewoundRoots(entries, (index) => this.parentOf(index));
    this.roots = roots;
    const firstPrompt = new Map<number, string>();
    const currentLines = new Set<number>();
    for (const [index, { at, prompt }] of entries.entries()) {
      const root = roots[index];
      if (root === undefined) currentLines.add(at);
      else if (prompt && !firstPrompt.has(root)) firstPrompt.set(root, this.texts.get(at) ?? '');
    }
    const branches: RewoundBranch[] = [];
    let openRoot: number | undefined;
    for (const [index, { at }] of entries.entries()) {
      // A damaged line may hold entries of an abandoned branch and of the current one; it counts as
      // current.
      const root = currentLines.has(at) ? undefined : roots[index];
      const text = root === undefined ? undefined : firstPrompt.get(root);
      const last = branches.at(-1);
      if (openRoot !== undefined && last !== undefined) branches.splice(-1, 1, { ...last, to: at });
      if (text !== undefined && root !== openRoot) branches.push({ from: at, to: at, text });
      openRoot = text === undefined ? undefined : root;
    }
    const last = branches.at(-1);
    if (openRoot !== undefined && last !== undefined)
      branches.splice(-1, 1, { ...last, to: this.to });
    return branches;
  }

  /** Returns the parent; an entry whose parent is not in the file follows the previous entry. */
  private parentOf(index: number): number | undefined {
    const parent = this.entries[index]?.parent;
    if (parent === null) return undefined;
    const known = parent === undefined ? undefined : this.indexOf.get(parent);
    return known ?? (index > 0 ? index - 1 : undefined);
  }
}

function areSame(some: readonly RewoundBranch[], others: readonly RewoundBranch[]): boolean {
  if (some === others) return true;
  return (
    some.length === others.length &&
    some.every(({ from, to, text }, index) => {
      const other = others[index];
      return from === other?.from && to === other.to && text === other.text;
    })
  );
}

/** Returns the places of the prompts that a line adds to the queue. */
function queuedIn(line: Line): ItemPlace[] {
  return partsOfLine(line.bytes?.toString('utf8') ?? '').parts.flatMap(({ part }, index) =>
    part.kind === 'queued' ? [{ at: line.at, part: index }] : [],
  );
}

/**
 * True for a person's prompt. One that was accepted during a turn belongs to that turn, and starts
 * no branch.
 */
function isPersonsPrompt(value: JsonObject): boolean {
  if (value['type'] !== 'user') return false;
  const entry = parseEntry(value);
  return entry.kind === 'prompt' && entry.human;
}
