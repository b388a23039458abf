import type { ToPage } from '../shared/pageMessages';
import type { PromptChange } from '../shared/prompts';
import type { Host } from './host';
import { createStore } from './store';

export interface PromptsState {
  /** What stands in the box of a session. */
  readonly drafts: ReadonlyMap<string, string>;
  /** What stands in place of a prompt in line that is being edited, by its id; undefined while its text comes. */
  readonly edits: ReadonlyMap<string, string | undefined>;
  /** Why the last change of a session's line was not made. */
  readonly problems: ReadonlyMap<string, string>;
}

const empty: PromptsState = { drafts: new Map(), edits: new Map(), problems: new Map() };

/** What the user writes for sessions on this page. */
export class Prompts {
  readonly state = createStore<PromptsState>(empty);
  /** By prompt: what was sent and may come back. */
  private readonly sent = new Map<string, string>();

  constructor(private readonly host: Host) {}

  take(message: ToPage): void {
    if (message.type === 'prompts') {
      const edits = new Map(this.state.get().edits);
      for (const { id, text } of message.prompts) {
        if (edits.has(id) && edits.get(id) === undefined) edits.set(id, text);
      }
      this.set({ edits });
    } else if (message.type === 'promptProblem') {
      this.fail(message.sessionId, message.id, message.problem);
    }
  }

  write(sessionId: string, text: string): void {
    this.set({ drafts: withEntry(this.state.get().drafts, sessionId, text) });
  }

  /** Empties the box; the text comes back where it is not taken. False where there is nothing to send. */
  send(sessionId: string): boolean {
    const text = this.state.get().drafts.get(sessionId) ?? '';
    if (text.trim() === '') return false;
    const id = crypto.randomUUID();
    this.sent.set(id, text);
    this.write(sessionId, '');
    this.change(sessionId, { kind: 'add', id, text });
    return true;
  }

  change(sessionId: string, change: PromptChange): void {
    const problems = new Map(this.state.get().problems);
    if (problems.delete(sessionId)) this.set({ problems });
    this.host.post({ type: 'changePrompts', sessionId, change });
  }

  /** `text` is what is known of it; undefined where the rest has to come first. */
  edit(sessionId: string, id: string, text: string | undefined): void {
    this.set({ edits: new Map(this.state.get().edits).set(id, text) });
    if (text === undefined) this.host.post({ type: 'askPrompts', sessionId });
  }

  rewrite(id: string, text: string): void {
    this.set({ edits: new Map(this.state.get().edits).set(id, text) });
  }

  /** Ends an edit, and keeps it or not. */
  endEdit(sessionId: string, id: string, keeps: boolean): void {
    const edits = new Map(this.state.get().edits);
    const text = edits.get(id);
    edits.delete(id);
    this.set({ edits });
    if (!keeps || text === undefined || text.trim() === '') return;
    this.sent.set(id, text);
    this.change(sessionId, { kind: 'edit', id, text });
  }

  private fail(sessionId: string, id: string | undefined, problem: string): void {
    const { drafts, problems } = this.state.get();
    const text = id === undefined ? undefined : this.sent.get(id);
    this.set({
      problems: withEntry(problems, sessionId, problem),
      // What the user has begun since stays.
      ...(text !== undefined &&
        (drafts.get(sessionId) ?? '') === '' && { drafts: withEntry(drafts, sessionId, text) }),
    });
  }

  private set(change: Partial<PromptsState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

function withEntry<Value>(
  map: ReadonlyMap<string, Value>,
  key: string,
  value: Value,
): ReadonlyMap<string, Value> {
  return new Map(map).set(key, value);
}
