import { fieldsOf } from '../shared/fields';
import type { ToPage } from '../shared/pageMessages';
import type { Host } from './host';
import { createStore } from './store';

/** More forms are never half filled at a time. */
const keptCount = 30;

/** The answers to what a session asks, by what it asks: another hub may know the request by another id. */
export function answerDraft(sessionId: string, part: string): string {
  return `${draftsOf(sessionId)}${part}`;
}

function draftsOf(sessionId: string): string {
  return `answer/${sessionId}/`;
}

/** What a person has begun to fill in, by what it is for; kept over updates and over a reload. */
export class Drafts {
  readonly state;

  constructor(private readonly host: Pick<Host, 'readDrafts' | 'writeDrafts'>) {
    this.state = createStore<ReadonlyMap<string, unknown>>(
      new Map(Object.entries(fieldsOf(host.readDrafts()))),
    );
  }

  keep(key: string, draft: unknown): void {
    const others = [...this.state.get()].filter(([one]) => one !== key);
    this.put(new Map([...others.slice(1 - keptCount), [key, draft]]));
  }

  /** What a session asked is over once it does not wait for a person any more. */
  take(message: ToPage): void {
    if (message.type !== 'update') return;
    for (const { sessionId, agentState } of message.changed) {
      if (agentState.group !== 'needs_you') this.forget(draftsOf(sessionId));
    }
  }

  private forget(prefix: string): void {
    const all = [...this.state.get()];
    const others = all.filter(([key]) => !key.startsWith(prefix));
    if (others.length < all.length) this.put(new Map(others));
  }

  private put(drafts: ReadonlyMap<string, unknown>): void {
    this.state.set(drafts);
    this.host.writeDrafts(Object.fromEntries(drafts));
  }
}
