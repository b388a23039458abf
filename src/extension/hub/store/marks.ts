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
import type { PrivateFolder } from '../../util/files/privateFolder';
import type { CardMarks } from '../domain/card/live';
import { elementsOf } from './keptEntries';
import { KeptFile } from './keptFile';

/** Sessions and projects beyond this many are forgotten, those that were changed longest ago first. */
const keptCount = 5_000;

type Place = Pick<LiveSession, 'sessionId' | 'projectPath'>;

/** Pins, given names and tags of all windows, kept over restarts in `marks.json`. */
export class Marks {
  private all = new Map<string, MarkEntry>();
  private readonly file: KeptFile<readonly MarkEntry[]>;
  private readonly changes = new Emitter<string | undefined>();
  /** Tells the session that is marked otherwise; undefined where several may be. */
  readonly onDidChange = this.changes.event;

  constructor(folder: PrivateFolder, onError: (error: unknown) => void) {
    this.file = new KeptFile({
      folder,
      name: 'marks.json',
      parse: (text) => elementsOf(text, markEntrySchema),
      adopt: (kept) => this.adopt(kept),
      text: () => JSON.stringify([...this.all.values()]),
      onError,
    });
  }

  /** A file that cannot be read is set aside and counts as empty. */
  load(): Promise<void> {
    return this.file.load();
  }

  /** Ids of the pinned sessions. */
  get pinned(): ReadonlySet<string> {
    const ids = new Set<string>();
    for (const entry of this.all.values()) {
      if (entry.scope === 'session' && entry.pinned === true) ids.add(entry.sessionId);
    }
    return ids;
  }

  /** What can be searched: given names and tags by session id, tags by project path. */
  get words(): Readonly<Record<'sessions' | 'projects', ReadonlyMap<string, string>>> {
    const [sessions, projects] = [new Map<string, string>(), new Map<string, string>()];
    for (const entry of this.all.values()) {
      const words = (entry.tags ?? []).map(({ word }) => word);
      if (entry.scope === 'project') projects.set(entry.path, words.join('\n'));
      else sessions.set(entry.sessionId, [entry.title ?? '', ...words].join('\n'));
    }
    return { sessions, projects };
  }

  /** What is set on a session and its project, as its card has it. */
  of({ sessionId, projectPath }: Place): CardMarks {
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

  pin(target: MarkTarget, on: boolean): void {
    this.change(target, { pinned: on ? true : undefined });
  }

  /** Undefined gives the session its own title back. */
  rename(sessionId: string, title: string | undefined): void {
    this.change({ scope: 'session', sessionId }, { title });
  }

  /** Adds a tag, in whose colour all others of its word then are, or takes it off. False where there is no room. */
  tag(target: MarkTarget, tag: Tag, on: boolean): boolean {
    const tags = this.all.get(keyOf(target))?.tags ?? [];
    const others = tags.filter(({ word }) => !sameWord(word, tag.word));
    if (on && others.length >= maxTags) return false;
    const had = others.length < tags.length;
    const same = tags.map((one) => (sameWord(one.word, tag.word) ? tag : one));
    const next = on ? (had ? same : [...tags, tag]) : others;
    this.change(target, { tags: next.length > 0 ? next : undefined });
    if (on) this.recolor(tag);
    return true;
  }

  /** Settles when everything is on the disk. */
  flush(): Promise<void> {
    return this.file.flush();
  }

  private sessionEntry(sessionId: string): (MarkEntry & { scope: 'session' }) | undefined {
    const entry = this.all.get(keyOf({ scope: 'session', sessionId }));
    return entry?.scope === 'session' ? entry : undefined;
  }

  private change(
    target: MarkTarget,
    part: Partial<Record<keyof CardMarks, unknown>> & object,
  ): void {
    const key = keyOf(target);
    const whole = { ...(this.all.get(key) ?? target), ...part };
    const entry = Object.fromEntries(
      Object.entries(whole).filter(([, value]) => value !== undefined),
    ) as unknown as MarkEntry;
    this.all.delete(key);
    // Where nothing is set there is nothing to keep.
    if (Object.keys(entry).length > Object.keys(target).length) this.all.set(key, entry);
    this.forgetOldest();
    void this.file.change();
    this.changes.fire(target.scope === 'session' ? target.sessionId : undefined);
  }

  private recolor(tag: Tag): void {
    let isChanged = false;
    const colored = (one: Tag): Tag => {
      if (!sameWord(one.word, tag.word) || one.color === tag.color) return one;
      isChanged = true;
      return { ...one, color: tag.color };
    };
    for (const [key, entry] of this.all) {
      if (entry.tags !== undefined) this.all.set(key, { ...entry, tags: entry.tags.map(colored) });
    }
    if (isChanged) this.changes.fire(undefined);
  }

  private forgetOldest(): void {
    for (const key of this.all.keys()) {
      if (this.all.size <= keptCount) return;
      this.all.delete(key);
    }
  }

  private adopt(kept: readonly MarkEntry[]): void {
    const earlier = kept.map((entry) => [keyOf(entry), entry] as const);
    this.all = new Map([...earlier, ...this.all]);
    this.forgetOldest();
    this.changes.fire(undefined);
  }
}

function keyOf(target: MarkTarget): string {
  return target.scope === 'session' ? `session ${target.sessionId}` : `project ${target.path}`;
}

function sameWord(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
