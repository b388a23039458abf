import { fieldsOf, textOf } from '../../shared/text/fields';
import type { ToPage } from '../../shared/messages/pageMessages';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { Host } from '../host';
import { createStore } from '../store';
import { askedBy, draftOf, nameOf } from './draftKeys';
import { isPending, wordsOf } from './draftWords';

/** Number of drafts that are kept. */
const keptCount = 30;
const caretKey = 'caret';

export interface DraftsParts {
  readonly host: Pick<Host, 'readDrafts' | 'writeDrafts'>;
  /** Key of the focused field. */
  readonly focused: () => string | undefined;
  /** Place of the caret, kept with the drafts. */
  readonly caret: () => unknown;
}

/** Drafts by key, kept over a reload; words without a reason stay for the person. */
export class Drafts {
  readonly state;
  /** Place of the caret when the earlier page went. */
  readonly keptCaret: unknown;

  constructor(private readonly parts: DraftsParts) {
    const { [caretKey]: caret, ...kept } = fieldsOf(parts.host.readDrafts());
    this.keptCaret = caret;
    const whole = Object.entries(kept).filter(([key, draft]) => isWorthKeeping(key, draft));
    this.state = createStore<ReadonlyMap<string, unknown>>(new Map(whole));
  }

  get(key: string): unknown {
    return this.state.get().get(key);
  }

  keep(key: string, draft: unknown): void {
    const others = [...this.state.get()].filter(([one]) => one !== key);
    this.put(new Map([...others.slice(1 - keptCount), [key, draft]]));
  }

  drop(key: string): void {
    if (!this.state.get().has(key)) return;
    this.put(new Map([...this.state.get()].filter(([one]) => one !== key)));
  }

  /** Marks the drafts for a request as sent by this call; a refusal takes that back. */
  send(sessionId: string, asked: string, call: string): void {
    this.change((name, draft) =>
      name.sessionId === sessionId && name.part === asked
        ? { ...fieldsOf(draft), sent: call }
        : draft,
    );
  }

  take(message: ToPage): void {
    switch (message.type) {
      case 'snapshot':
        return this.follow(message.sessions);
      case 'update':
        return this.follow(message.changed, message.removed);
      case 'undecided':
        return this.change((_name, draft) => unsent(draft, message.call));
      default:
    }
  }

  /** Writes all drafts and the place of the caret to the host. */
  write(): void {
    const caret = this.parts.caret();
    const drafts = Object.fromEntries(this.state.get());
    this.parts.host.writeDrafts(caret === undefined ? drafts : { ...drafts, [caretKey]: caret });
  }

  private follow(sessions: readonly LiveSession[], removed: readonly string[] = []): void {
    if (this.state.get().size === 0) return;
    const known = new Map(sessions.map((session) => [session.sessionId, session]));
    const gone = new Set(removed);
    this.change((name, draft, key) => {
      const { kind, sessionId, part } = name;
      const session = known.get(sessionId);
      if (session === undefined && !gone.has(sessionId)) return draft;
      if (kind !== 'message' && kind !== 'form') return draft;
      const request = session?.pendingRequest;
      if (request !== undefined && askedBy(request) === part) return asked(draft, request.call);
      // That it came too late may be told after this.
      if (isSent(draft))
        return fieldsOf(draft)['done'] === true ? draft : { ...fieldsOf(draft), done: true };
      const focused = this.parts.focused();
      if (focused !== undefined && draftOf(focused) === key) return draft;
      return isPending(key, draft) && wordsOf(key, draft) !== '' ? draft : undefined;
    });
  }

  private change(
    to: (name: NonNullable<ReturnType<typeof nameOf>>, draft: unknown, key: string) => unknown,
  ): void {
    const before = this.state.get();
    const after = new Map<string, unknown>();
    for (const [key, draft] of before) {
      const name = nameOf(key);
      const next = name === undefined ? draft : to(name, draft, key);
      if (next !== undefined) after.set(key, next);
    }
    const isSame = [...before].every(([key, draft]) => after.get(key) === draft);
    if (!isSame) this.put(after);
  }

  private put(drafts: ReadonlyMap<string, unknown>): void {
    this.state.set(drafts);
    this.write();
  }
}

function isSent(draft: unknown): boolean {
  return fieldsOf(draft)['sent'] !== undefined;
}

/** Takes the mark of a refused decision back. */
function unsent(draft: unknown, call: string): unknown {
  const { sent, done: _done, ...rest } = fieldsOf(draft);
  return sent === call ? rest : draft;
}

/** Follows an open request, to remember who answers it. */
function asked(draft: unknown, call: NonNullable<LiveSession['pendingRequest']>['call']): unknown {
  const { sent, by, done } = fieldsOf(draft);
  if (call === undefined) return draft;
  if (sent !== undefined) {
    // The same is asked anew: what was said to it before is not said again.
    if (done === true && call.id !== sent) return undefined;
    return call.id === sent && call.fate !== 'undelivered' ? draft : unsent(draft, textOf(sent));
  }
  const now =
    call.fate === 'answered' ? 'window' : call.fate === 'handedBack' ? 'terminal' : undefined;
  return by === now ? draft : { ...fieldsOf(draft), by: now };
}

/** True for drafts to keep over a reload: neither sent nor without their text. */
function isWorthKeeping(key: string, draft: unknown): boolean {
  if (isSent(draft)) return false;
  return nameOf(key)?.kind !== 'edit' || typeof fieldsOf(draft)['words'] === 'string';
}
