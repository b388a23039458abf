import { isLoaded } from '../../shared/presentation';
import { fieldsOf, textOf } from '../../shared/text/fields';
import type { ToPage } from '../../shared/messages/pageMessages';
import type { PromptChange } from '../../shared/protocol/prompts';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { FollowUpFields } from '../../shared/protocol/session/followUp';
import type { Host } from '../host';
import { createStore } from '../store';
import { draftKey } from '../typing/draftKeys';
import type { Drafts } from '../typing/drafts';

export interface PromptsState {
  /** Reasons of refused changes, by session. */
  readonly problems: ReadonlyMap<string, string>;
}

/** The session whose card or pane contains the prompt box. */
export type PromptBoxSession = Pick<LiveSession, 'sessionId' | 'title' | 'pid' | 'prompting'>;

/** Condition of a prompt, and the session that receives it. */
export interface FollowUpToSend {
  readonly target: string;
  readonly fields: FollowUpFields;
}

/** A sent prompt, and the box to which its text is restored if it is refused. */
interface SentPrompt {
  readonly text: string;
  readonly title: string;
  readonly box: string;
  readonly followUp?: unknown;
}

/** Prompts that the person writes on this page; their texts are stored as drafts. */
export class PagePrompts {
  readonly state = createStore<PromptsState>({ problems: new Map() });
  /** Sent prompts by id, so that their text can be restored if they are refused. */
  private readonly sent = new Map<string, SentPrompt>();

  constructor(
    private readonly host: Pick<Host, 'post'>,
    private readonly drafts: Drafts,
    /**
     * Returns true while the host is silent, after announcing that; the text then stays in its
     * field.
     */
    private readonly refuseIfLost: () => boolean,
  ) {}

  handleMessage(message: ToPage): void {
    if (message.type === 'answer' && message.name === 'wholePrompts') {
      for (const { id, text } of message.answer.prompts) {
        const key = draftKey('edit', message.request.sessionId, id);
        const draft = this.drafts.get(key);
        if (draft === undefined || typeof fieldsOf(draft)['words'] === 'string') continue;
        this.drafts.store(key, { ...fieldsOf(draft), words: text });
      }
    } else if (message.type === 'promptProblem') {
      this.handleRefusal(message.sessionId, message.id, message.problem);
    }
  }

  write(session: PromptBoxSession, words: string): void {
    const { followUp } = this.boxDraft(session.sessionId);
    this.storeBox(session, words, followUp);
  }

  /**
   * Stores condition and target of the prompt in the box; `followUp` is a `FollowUpDraft`, or
   * undefined to close the row that shows them.
   */
  storeFollowUp(session: PromptBoxSession, followUp: unknown): void {
    this.storeBox(session, textOf(this.boxDraft(session.sessionId)['words']), followUp);
  }

  /** Opens the row with condition and target. */
  openFollowUpRow(session: PromptBoxSession): void {
    this.storeFollowUp(session, this.boxDraft(session.sessionId)['followUp'] ?? {});
  }

  /**
   * Sends the text of the box, which is restored if refused; false without a text. `to` is the
   * valid condition and target of a box whose row is open.
   */
  send({ sessionId, title }: PromptBoxSession, to?: FollowUpToSend): boolean {
    const { words, followUp } = this.boxDraft(sessionId);
    const text = textOf(words);
    if (text.trim() === '' || this.refuseIfLost()) return false;
    const id = crypto.randomUUID();
    this.sent.set(id, { text, title, box: sessionId, followUp });
    this.clearProblem(sessionId);
    this.change(to?.target ?? sessionId, { kind: 'add', id, text, ...to?.fields });
    this.drafts.drop(draftKey('prompt', sessionId));
    return true;
  }

  /**
   * Sends a text, at `dueAt` (ms since 1970) if given; a text written by the person is restored to
   * the box if refused. False if it was not sent.
   */
  add({ sessionId, title }: PromptBoxSession, text: string, dueAt?: number): boolean {
    if (this.refuseIfLost()) return false;
    const id = crypto.randomUUID();
    if (dueAt === undefined) this.sent.set(id, { text, title, box: sessionId });
    this.change(sessionId, { kind: 'add', id, text, ...(dueAt !== undefined && { dueAt }) });
    return true;
  }

  change(sessionId: string, change: PromptChange): void {
    this.clearProblem(sessionId);
    this.host.post({ type: 'changePrompts', sessionId, change });
  }

  /**
   * Starts editing a prompt. `text` is undefined if the complete prompt has to be requested;
   * `isFollowUp` marks a draft whose text must not be sent without its condition.
   */
  edit(
    { sessionId, title }: PromptBoxSession,
    id: string,
    text: string | undefined,
    isFollowUp: boolean,
  ): void {
    const mark = isFollowUp && { isFollowUp };
    this.drafts.store(draftKey('edit', sessionId, id), { title, words: text, ...mark });
    if (text === undefined)
      this.host.post({ type: 'ask', name: 'wholePrompts', request: { sessionId } });
  }

  /** Stores the text of a prompt while it is edited. */
  rewrite({ sessionId, title }: PromptBoxSession, id: string, words: string): void {
    const key = draftKey('edit', sessionId, id);
    this.drafts.store(key, { ...fieldsOf(this.drafts.get(key)), title, words });
  }

  /** Ends editing without a change. */
  cancelEdit({ sessionId }: PromptBoxSession, id: string): void {
    this.drafts.drop(draftKey('edit', sessionId, id));
  }

  /**
   * Ends editing and saves the text. A follow-up repeats the `fields` that make it one; `followUp`
   * is restored with the text if it is refused.
   */
  saveEdit(session: PromptBoxSession, id: string, fields: FollowUpFields, followUp: unknown): void {
    const { sessionId, title } = session;
    const key = draftKey('edit', sessionId, id);
    const text = textOf(fieldsOf(this.drafts.get(key))['words']);
    if (this.refuseIfLost()) return;
    this.drafts.drop(key);
    if (text.trim() === '') return;
    this.sent.set(id, { text, title, box: sessionId, followUp });
    this.change(sessionId, { kind: 'edit', id, text, ...fields });
  }

  private boxDraft(sessionId: string): Readonly<Record<string, unknown>> {
    return fieldsOf(this.drafts.get(draftKey('prompt', sessionId)));
  }

  private clearProblem(sessionId: string): void {
    const problems = new Map(this.state.get().problems);
    if (problems.delete(sessionId)) this.state.set({ problems });
  }

  private storeBox(session: PromptBoxSession, words: string, followUp: unknown): void {
    const { sessionId, title } = session;
    const key = draftKey('prompt', sessionId);
    const previous = this.drafts.get(key);
    // Set at the first letter and then kept, because the session may end while the person is
    // typing.
    const alive = previous === undefined ? isLoaded(session) : fieldsOf(previous)['alive'] === true;
    if (words === '' && followUp === undefined) this.drafts.drop(key);
    else
      this.drafts.store(key, { words, title, alive, ...(followUp !== undefined && { followUp }) });
  }

  private handleRefusal(sessionId: string, id: string | undefined, problem: string): void {
    const sent = id === undefined ? undefined : this.sent.get(id);
    const box = sent?.box ?? sessionId;
    const problems = new Map(this.state.get().problems).set(box, problem);
    this.state.set({ problems });
    if (sent === undefined) return;
    // A text typed since the prompt was sent is not overwritten.
    if (textOf(this.boxDraft(box)['words']) !== '') return;
    this.storeBox({ sessionId: box, title: sent.title }, sent.text, sent.followUp);
  }
}
