import {
  markEntrySchema,
  maxTags,
  type CardTag,
  type MarkEntry,
  type MarkTarget,
  type Tag,
} from '../../../shared/protocol/marks';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { Emitter } from '../../util/emitter';
import type { SavedResult } from '../../util/files/savedResult';
import type { PrivateFolder } from '../../util/files/privateFolder';
import type { CardPart } from '../domain/card/cardPart';
import { elementMap } from './keptEntries';
import { KeptValue } from './keptValue';
import { keptFiles } from './keptFiles';

/**
 * Maximum number of marked sessions and projects. Beyond it, those that were changed longest ago
 * are dropped, first those that only callers with the token have marked.
 */
const { cap } = keptFiles['marks.json'];

/** Kind of caller that sets a mark. */
export interface MarkedBy {
  /** True for a window that controls sessions, or a phone; anybody with the token can set marks. */
  readonly isByPerson: boolean;
}

const byPerson: MarkedBy = { isByPerson: true };

type Entries = ReadonlyMap<string, MarkEntry>;

type SessionAndProject = Pick<LiveSession, 'sessionId' | 'projectPath'>;

/** Marks of a session and its project. */
type CardMarks = Pick<LiveSession, 'pinned' | 'projectPinned' | 'tags'> & {
  readonly title?: string;
};

/** Pins, given names and tags of all windows, stored in `marks.json`. */
export class Marks implements CardPart {
  private readonly stored: KeptValue<Entries>;
  private readonly changes = new Emitter<string | undefined>();
  /**
   * Fires with the id of a session whose marks changed; undefined if several sessions may be
   * affected.
   */
  readonly onDidChange = this.changes.event;

  constructor(folder: PrivateFolder, onError: (error: unknown) => void) {
    this.stored = new KeptValue({
      folder,
      name: 'marks.json',
      initial: new Map(),
      parse: (text) => elementMap(text, markEntrySchema, keyOf),
      text: (all) => JSON.stringify([...all.values()]),
      onRead: () => this.changes.fire(undefined),
      onError,
    });
  }

  /** Loads the file; one that can't be read is set aside and counts as empty. */
  load(): Promise<void> {
    return this.stored.load();
  }

  /** Ids of the pinned sessions. */
  get pinned(): ReadonlySet<string> {
    const ids = new Set<string>();
    for (const entry of this.all.values()) {
      if (entry.scope === 'session' && entry.pinned === true) ids.add(entry.sessionId);
    }
    return ids;
  }

  /** Searchable texts: given names and tags by session id, tags by project path. */
  get words(): Readonly<Record<'sessions' | 'projects', ReadonlyMap<string, string>>> {
    const [sessions, projects] = [new Map<string, string>(), new Map<string, string>()];
    for (const entry of this.all.values()) {
      const words = (entry.tags ?? []).map(({ word }) => word);
      if (entry.scope === 'project') projects.set(entry.path, words.join('\n'));
      else sessions.set(entry.sessionId, [entry.title ?? '', ...words].join('\n'));
    }
    return { sessions, projects };
  }

  fieldsOf(session: LiveSession): Partial<LiveSession> {
    const marks = this.marksOf(session);
    return marks.title === undefined ? marks : { ...marks, originalTitle: session.title };
  }

  /** Returns the marks of a session and its project for the card. */
  marksOf({ sessionId, projectPath }: SessionAndProject): CardMarks {
    const own = this.sessionEntry(sessionId);
    const project = this.all.get(keyOf({ scope: 'project', path: projectPath }));
    const tags: CardTag[] = [...(own?.tags ?? [])];
    for (const tag of project?.tags ?? []) {
      if (!tags.some((one) => sameWord(one.word, tag.word))) tags.push({ ...tag, project: true });
    }
    return {
      ...(own?.title !== undefined && { title: own.title }),
      ...(own?.pinned === true && { pinned: true }),
      ...(project?.pinned === true && { projectPinned: true }),
      ...(tags.length > 0 && { tags }),
    };
  }

  /** Sets or removes a pin. Rejects with `NotSavedError`, as `rename` and `tag` do. */
  pin(target: MarkTarget, on: boolean, by = byPerson): Promise<SavedResult> {
    return this.set(target, { pinned: on ? true : undefined }, by);
  }

  /** Names a session; undefined restores its own title. */
  rename(sessionId: string, title: string | undefined, by = byPerson): Promise<SavedResult> {
    return this.set({ scope: 'session', sessionId }, { title }, by);
  }

  /**
   * Adds or removes a tag; all tags with the same word then get its colour. Resolves with false if
   * the session or project has too many tags.
   */
  async tag(
    target: MarkTarget,
    tag: Tag,
    on: boolean,
    by = byPerson,
  ): Promise<SavedResult | false> {
    // Set by the edit, which may run later and more than once.
    let [isFull, isRecolored] = [false, false];
    const done = await this.stored.change((all) => {
      const tags = withTag(all.get(keyOf(target))?.tags ?? [], tag, on);
      isFull = tags.length > maxTags;
      if (isFull) return all;
      const next = withPart(all, target, { tags: tags.length > 0 ? tags : undefined }, by);
      const colored = on ? recolor(next, tag) : next;
      isRecolored = colored !== next;
      return colored;
    });
    if (isFull) return false;
    this.notify(target);
    if (isRecolored) this.changes.fire(undefined);
    return done;
  }

  /** Resolves when everything is on the disk. */
  flush(): Promise<void> {
    return this.stored.flush();
  }

  private get all(): Entries {
    return this.stored.value;
  }

  private sessionEntry(sessionId: string): (MarkEntry & { scope: 'session' }) | undefined {
    const entry = this.all.get(keyOf({ scope: 'session', sessionId }));
    return entry?.scope === 'session' ? entry : undefined;
  }

  private async set(
    target: MarkTarget,
    part: Partial<Record<keyof CardMarks, unknown>> & object,
    by: MarkedBy,
  ): Promise<SavedResult> {
    const done = await this.stored.change((all) => withPart(all, target, part, by));
    this.notify(target);
    return done;
  }

  private notify(target: MarkTarget): void {
    this.changes.fire(target.scope === 'session' ? target.sessionId : undefined);
  }
}

/** Returns the entries with one changed; the changed entry becomes the newest. */
function withPart(
  all: Entries,
  target: MarkTarget,
  part: Partial<Record<keyof CardMarks, unknown>> & object,
  { isByPerson }: MarkedBy,
): Entries {
  const key = keyOf(target);
  const before = all.get(key);
  // An entry that a person set stays marked as such if a caller with only the token changes it.
  const isByToken = !isByPerson && (before === undefined || before.byToken === true);
  const merged = { ...(before ?? target), ...part, byToken: undefined };
  const entry = Object.fromEntries(
    Object.entries(merged).filter(([, value]) => value !== undefined),
  ) as unknown as MarkEntry;
  const next = new Map(all);
  next.delete(key);
  // An entry without marks is dropped.
  if (Object.keys(entry).length <= Object.keys(target).length) return next;
  next.set(key, isByToken ? { ...entry, byToken: true } : entry);
  return withoutOldest(next);
}

function withoutOldest(all: Map<string, MarkEntry>): Entries {
  while (all.size > cap) {
    const [oldest = ''] = all.keys();
    const [first] = [...all].find(([, { byToken }]) => byToken) ?? [oldest];
    all.delete(first);
  }
  return all;
}

function withTag(tags: readonly Tag[], tag: Tag, on: boolean): Tag[] {
  const others = tags.filter(({ word }) => !sameWord(word, tag.word));
  if (!on) return others;
  const isReplaced = others.length < tags.length;
  return isReplaced
    ? tags.map((one) => (sameWord(one.word, tag.word) ? tag : one))
    : [...tags, tag];
}

/**
 * Sets the tag's colour on all tags with its word; returns the same map if they already have it.
 */
function recolor(all: Entries, tag: Tag): Entries {
  const hasOtherColor = (one: Tag): boolean =>
    sameWord(one.word, tag.word) && one.color !== tag.color;
  if (![...all.values()].some(({ tags }) => tags?.some(hasOtherColor) === true)) return all;
  const colored = (one: Tag): Tag => (hasOtherColor(one) ? { ...one, color: tag.color } : one);
  return new Map(
    [...all].map(([key, entry]) => [
      key,
      entry.tags === undefined ? entry : { ...entry, tags: entry.tags.map(colored) },
    ]),
  );
}

function keyOf(target: MarkTarget): string {
  return target.scope === 'session' ? `session ${target.sessionId}` : `project ${target.path}`;
}

function sameWord(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
