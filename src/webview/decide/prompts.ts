import { fieldsOf, textOf } from '../../shared/text/fields';
import type { ToPage } from '../../shared/messages/pageMessages';
import type { PromptChange } from '../../shared/protocol/prompts';
import type { Host } from '../host';
import { createStore } from '../store';
import { draftKey } from '../typing/draftKeys';
import type { Drafts } from '../typing/drafts';

export interface PromptsState {
  /** Reasons of refused changes, by session. */
  readonly problems: ReadonlyMap<string, string>;
}

/** Session that a prompt is written for. */
export interface Writing {
  readonly sessionId: string;
  readonly title: string;
  /** Process id; absent if no process runs the session. */
  readonly pid?: number | undefined;
}

/** Prompts that the person writes on this page; their texts are stored as drafts. */
export class PagePrompts {
  readonly state = createStore<PromptsState>({ problems: new Map() });
  /** Sent prompts by id, so that their text can be restored if they are refused. */
  private readonly sent = new Map<string, { readonly text: string; readonly title: string }>();

  constructor(
    private readonly host: Pick<Host, 'post'>,
    private readonly drafts: Drafts,
    /**
     * True while the host is silent, after telling the person; the text then stays in its field.
     */
    private readonly refuses: () => boolean,
  ) {}

  take(message: ToPage): void {
    if (message.type === 'answer' && message.name === 'wholePrompts') {
      for (const { id, text } of message.answer.prompts) {
        const key = draftKey('edit', message.request.sessionId, id);
        const draft = this.drafts.get(key);
        if (draft === undefined || typeof fieldsOf(draft)['words'] === 'string') continue;
        this.drafts.keep(key, { ...fieldsOf(draft), words: text });
      }
    } else if (message.type === 'promptProblem') {
      this.fail(message.sessionId, message.id, message.problem);
    }
  }

  write({ sessionId, title, pid }: Writing, words: string): void {
    const key = draftKey('prompt', sessionId);
    const before = this.drafts.get(key);
    // Fixed at the first letter, because the session may end while the person is typing.
    const alive = before === undefined ? pid !== undefined : fieldsOf(before)['alive'] === true;
    if (words === '') this.drafts.drop(key);
    else this.drafts.keep(key, { words, title, alive });
  }

  /** Sends the text of the box, which is restored if refused; false without a text. */
  send(writing: Writing): boolean {
    const text = textOf(fieldsOf(this.drafts.get(draftKey('prompt', writing.sessionId)))['words']);
    if (text.trim() === '' || !this.add(writing, text)) return false;
    this.write(writing, '');
    return true;
  }

  /**
   * Sends a text, at `dueAt` (ms since 1970) if given; a text written by the person is restored to
   * the box if refused. False if it was not sent.
   */
  add({ sessionId, title }: Writing, text: string, dueAt?: number): boolean {
    if (this.refuses()) return false;
    const id = crypto.randomUUID();
    if (dueAt === undefined) this.sent.set(id, { text, title });
    this.change(sessionId, { kind: 'add', id, text, ...(dueAt !== undefined && { dueAt }) });
    return true;
  }

  change(sessionId: string, change: PromptChange): void {
    const problems = new Map(this.state.get().problems);
    if (problems.delete(sessionId)) this.state.set({ problems });
    this.host.post({ type: 'changePrompts', sessionId, change });
  }

  /** Starts editing a prompt. `text` is undefined if the complete prompt has to be requested. */
  edit({ sessionId, title }: Writing, id: string, text: string | undefined): void {
    this.drafts.keep(draftKey('edit', sessionId, id), { title, words: text });
    if (text === undefined)
      this.host.post({ type: 'ask', name: 'wholePrompts', request: { sessionId } });
  }

  rewrite({ sessionId, title }: Writing, id: string, words: string): void {
    this.drafts.keep(draftKey('edit', sessionId, id), { title, words });
  }

  /** Ends editing and saves the text if `keeps` is true. */
  endEdit({ sessionId, title }: Writing, id: string, keeps: boolean): void {
    const key = draftKey('edit', sessionId, id);
    const text = textOf(fieldsOf(this.drafts.get(key))['words']);
    if (keeps && this.refuses()) return;
    this.drafts.drop(key);
    if (!keeps || text.trim() === '') return;
    this.sent.set(id, { text, title });
    this.change(sessionId, { kind: 'edit', id, text });
  }

  private fail(sessionId: string, id: string | undefined, problem: string): void {
    const problems = new Map(this.state.get().problems).set(sessionId, problem);
    this.state.set({ problems });
    const sent = id === undefined ? undefined : this.sent.get(id);
    if (sent === undefined) return;
    // A text typed since then is not overwritten.
    const box = fieldsOf(this.drafts.get(draftKey('prompt', sessionId)));
    if (textOf(box['words']) === '') this.write({ sessionId, title: sent.title }, sent.text);
  }
}
