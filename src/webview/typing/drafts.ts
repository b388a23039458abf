import { jsonIn } from '../../shared/text/boundedJson';
import { fieldsOf, textOf } from '../../shared/text/fields';
import type { PageDraft, ToPage } from '../../shared/messages/pageMessages';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { Host } from '../host';
import { createStore } from '../store';
import { requestContentHash, draftKey, draftKeyOf, parseDraftKey } from './draftKeys';
import { isPending, typedTextOf } from './draftWords';

/** Maximum number of drafts. */
const maxDrafts = 30;
const caretKey = 'caret';
/** Key of the times of the last changes. */
const timesKey = 'times';
/** Maximum number of drafts whose time of the last change is stored. */
const maxTimes = 100;

export interface DraftsParts {
  readonly host: Pick<Host, 'readDrafts' | 'writeDrafts' | 'post'>;
  /** Key of the focused field. */
  readonly focused: () => string | undefined;
  /** Caret position, stored with the drafts. */
  readonly caret: () => unknown;
}

/**
 * Unsent texts and forms by key, stored across reloads; a draft with text is kept even if its
 * request has ended. Changes are sent to the other pages of the window; of two versions the later
 * one is used.
 */
export class Drafts {
  readonly state;
  /** Caret position of the page before the reload. */
  readonly storedCaret: unknown;
  /** Times of the person's last change by key, in ms since 1970, oldest first. */
  private readonly times: Map<string, number>;

  constructor(private readonly parts: DraftsParts) {
    const { [caretKey]: caret, [timesKey]: times, ...kept } = fieldsOf(parts.host.readDrafts());
    this.storedCaret = caret;
    const known = Object.entries(fieldsOf(times));
    this.times = new Map(known.flatMap(([key, at]) => (typeof at === 'number' ? [[key, at]] : [])));
    const storable = Object.entries(kept).filter(([key, draft]) => isStorable(key, draft));
    this.state = createStore<ReadonlyMap<string, unknown>>(new Map(storable));
  }

  get(key: string): unknown {
    return this.state.get().get(key);
  }

  store(key: string, draft: unknown): void {
    const otherDrafts = [...this.state.get()].filter(([one]) => one !== key);
    this.replaceAll(new Map([...otherDrafts.slice(1 - maxDrafts), [key, draft]]));
    this.sendChange(key);
  }

  drop(key: string): void {
    if (!this.state.get().has(key)) return;
    this.replaceAll(new Map([...this.state.get()].filter(([one]) => one !== key)));
    this.sendChange(key);
  }

  /**
   * Marks the drafts for a request as sent with this call, except a message that was not part of
   * the answer; a refusal removes the mark.
   */
  markSent(sessionId: string, requestHash: string, call: string, hasMessage: boolean): void {
    const changedKeys = this.mapDrafts(({ kind, ...name }, draft) =>
      name.sessionId === sessionId &&
      name.part === requestHash &&
      (hasMessage || kind !== 'message')
        ? { ...fieldsOf(draft), sent: call }
        : draft,
    );
    for (const key of changedKeys) this.sendChange(key);
  }

  handleMessage(message: ToPage): void {
    switch (message.type) {
      case 'snapshot':
        this.updateForSessions(message.sessions);
        for (const [key, at] of this.times) this.post(key, at);
        return;
      case 'update':
        this.updateForSessions(message.changed, message.removed);
        return;
      case 'undecided':
        for (const key of this.mapDrafts((_name, draft) => withoutMarkOf(draft, message.call)))
          this.sendChange(key);
        return;
      case 'drafts':
        for (const draft of message.drafts) this.applyDraft(draft);
        return;
      default:
    }
  }

  /** Stores all drafts and the caret position. */
  write(): void {
    const caret = this.parts.caret();
    const drafts = Object.fromEntries(this.state.get());
    const times = this.times.size > 0 && { [timesKey]: Object.fromEntries(this.times) };
    const caretEntry = caret !== undefined && { [caretKey]: caret };
    this.parts.host.writeDrafts({ ...drafts, ...times, ...caretEntry });
  }

  private updateForSessions(
    sessions: readonly LiveSession[],
    removed: readonly string[] = [],
  ): void {
    if (this.state.get().size === 0) return;
    const known = new Map(sessions.map((session) => [session.sessionId, session]));
    const removedIds = new Set(removed);
    this.mapDrafts((name, draft, key) => {
      const { kind, sessionId, part } = name;
      const session = known.get(sessionId);
      if (session === undefined && !removedIds.has(sessionId)) return draft;
      if (kind !== 'message' && kind !== 'form') return draft;
      const request = session?.pendingRequest;
      if (request !== undefined && requestContentHash(request) === part)
        return updatedForOpenRequest(draft, request.call);
      // The refusal of a late answer may still arrive, so the draft is only marked as done.
      if (isSent(draft))
        return fieldsOf(draft)['done'] === true ? draft : { ...fieldsOf(draft), done: true };
      const focused = this.parts.focused();
      if (focused !== undefined && draftKeyOf(focused) === key) return draft;
      return isPending(key, draft) && typedTextOf(key, draft) !== '' ? draft : undefined;
    });
  }

  /** Sends the change of a draft to the other pages. */
  private sendChange(key: string): void {
    if (parseDraftKey(key) === undefined) return;
    // Later than the last known time, even if the clock did not advance.
    const at = Math.max(Date.now(), (this.times.get(key) ?? 0) + 1);
    this.recordTime(key, at);
    this.write();
    this.post(key, at);
  }

  private post(key: string, at: number): void {
    const name = parseDraftKey(key);
    if (name === undefined) return;
    const draft = this.get(key);
    const text = draft === undefined ? {} : { text: JSON.stringify(draft) };
    this.parts.host.post({ type: 'draft', draft: { ...name, at, ...text } });
  }

  /** Applies a draft of a different page unless this page has a later version. */
  private applyDraft({ kind, sessionId, part, at, text }: PageDraft): void {
    const key = draftKey(kind, sessionId, part);
    if ((this.times.get(key) ?? -Infinity) >= at) return;
    const draft = text === undefined ? undefined : jsonIn(text);
    if (isSent(draft) && this.get(key) === undefined) return;
    this.recordTime(key, at);
    const otherDrafts = [...this.state.get()].filter(([one]) => one !== key);
    const newEntries: [string, unknown][] = draft === undefined ? [] : [[key, draft]];
    this.replaceAll(new Map([...otherDrafts.slice(1 - maxDrafts), ...newEntries]));
  }

  private recordTime(key: string, at: number): void {
    this.times.delete(key);
    this.times.set(key, at);
    const [oldest] = this.times.keys();
    if (this.times.size > maxTimes && oldest !== undefined) this.times.delete(oldest);
  }

  /**
   * Replaces each draft by what `to` returns; undefined removes it. Returns the keys of the drafts
   * that changed.
   */
  private mapDrafts(
    replace: (
      name: NonNullable<ReturnType<typeof parseDraftKey>>,
      draft: unknown,
      key: string,
    ) => unknown,
  ): readonly string[] {
    const before = this.state.get();
    const after = new Map<string, unknown>();
    for (const [key, draft] of before) {
      const name = parseDraftKey(key);
      const next = name === undefined ? draft : replace(name, draft, key);
      if (next !== undefined) after.set(key, next);
    }
    const changedKeys = [...before].flatMap(([key, draft]) =>
      after.get(key) === draft ? [] : [key],
    );
    if (changedKeys.length > 0) this.replaceAll(after);
    return changedKeys;
  }

  private replaceAll(drafts: ReadonlyMap<string, unknown>): void {
    this.state.set(drafts);
    this.write();
  }
}

function isSent(draft: unknown): boolean {
  return fieldsOf(draft)['sent'] !== undefined;
}

/** Removes the mark of a refused decision. */
function withoutMarkOf(draft: unknown, call: string): unknown {
  const { sent, done: _done, ...rest } = fieldsOf(draft);
  return sent === call ? rest : draft;
}

/**
 * Updates a draft whose request is still on the board: records where the request was answered, and
 * removes the mark of an answer that was not delivered.
 */
function updatedForOpenRequest(
  draft: unknown,
  call: NonNullable<LiveSession['pendingRequest']>['call'],
): unknown {
  const { sent, by, done } = fieldsOf(draft);
  if (call === undefined) return draft;
  if (sent !== undefined) {
    // The same request is open again: the earlier answer must not be offered for it.
    if (done === true && call.id !== sent) return undefined;
    return call.id === sent && call.fate !== 'undelivered'
      ? draft
      : withoutMarkOf(draft, textOf(sent));
  }
  const answeredIn =
    call.fate === 'answered' ? 'window' : call.fate === 'handedBack' ? 'terminal' : undefined;
  return by === answeredIn ? draft : { ...fieldsOf(draft), by: answeredIn };
}

/**
 * True for drafts to store across reloads: not sent, and, if they edit a queued prompt, with its
 * text loaded.
 */
function isStorable(key: string, draft: unknown): boolean {
  if (isSent(draft)) return false;
  return parseDraftKey(key)?.kind !== 'edit' || typeof fieldsOf(draft)['words'] === 'string';
}
