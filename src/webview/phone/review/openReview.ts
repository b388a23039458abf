import type { Review, ReviewFile, ReviewScope } from '../../../shared/protocol/work/review';
import { createStore } from '../../store';
import type { AskAboutReview } from './reviewCalls';

/** Maximum number of files of one review whose texts are kept. */
const keptTexts = 40;

/** Result of a request; `value` is kept while the request is repeated. */
export interface ReviewAnswer<T> {
  readonly value?: T;
  /** Failure as a sentence for the person. */
  readonly problem?: string;
}

export interface FileTexts {
  readonly before: string;
  readonly after: string;
}

export interface ReviewState {
  readonly scope: ReviewScope;
  readonly lists: Readonly<Record<ReviewScope, ReviewAnswer<Review>>>;
  /** Texts by `textKey`. */
  readonly texts: ReadonlyMap<string, ReviewAnswer<FileTexts>>;
}

export function textKey(scope: ReviewScope, { path }: Pick<ReviewFile, 'path'>): string {
  return `${scope} ${path}`;
}

/** The review of one session: its lists, and the texts of the opened files. */
export class OpenReview {
  readonly state = createStore<ReviewState>({
    scope: 'all',
    lists: { turn: {}, all: {} },
    texts: new Map(),
  });

  constructor(
    readonly sessionId: string,
    private readonly ask: AskAboutReview,
  ) {}

  choose(scope: ReviewScope): void {
    this.state.set({ ...this.state.get(), scope });
  }

  /**
   * Requests the list of the scope; texts of an earlier list are requested again when needed.
   * Returns a function that cancels it.
   */
  load(scope: ReviewScope): () => void {
    const leaving = new AbortController();
    this.setList(scope, clearProblem(this.state.get().lists[scope]));
    this.ask('review', { sessionId: this.sessionId, scope }, leaving.signal).then(
      (value) => {
        const texts = [...this.state.get().texts].filter(([key]) => !key.startsWith(`${scope} `));
        this.setList(scope, { value }, new Map(texts));
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        this.setList(scope, {
          ...clearProblem(this.state.get().lists[scope]),
          ...problemOf(error),
        });
      },
    );
    return () => leaving.abort();
  }

  /** Requests both sides of a file, unless they are known. Returns a function that cancels it. */
  read(file: ReviewFile): () => void {
    const { scope, texts } = this.state.get();
    const key = textKey(scope, file);
    if (texts.get(key)?.value !== undefined) return () => undefined;
    const leaving = new AbortController();
    const { sessionId } = this;
    const { path } = file;
    const side = async (name: 'before' | 'after', isThere: boolean): Promise<string> => {
      if (!isThere) return '';
      const request = { sessionId, scope, path, side: name };
      return (await this.ask('reviewText', request, leaving.signal)).text;
    };
    const waiting: ReviewAnswer<FileTexts> = {};
    this.setText(key, waiting);
    const hasBefore = file.kind !== 'new' && file.against !== 'nothing';
    const both = [side('before', hasBefore), side('after', file.kind !== 'deleted')] as const;
    Promise.all(both).then(
      ([before, after]) => this.setText(key, { value: { before, after } }),
      (error: unknown) => {
        const isLeft = leaving.signal.aborted;
        // Cancels the request for the other side, because one side alone is useless.
        leaving.abort();
        if (!isLeft) this.setText(key, problemOf(error));
        // Deletes the pending entry, unless the file has been requested again meanwhile.
        else if (this.state.get().texts.get(key) === waiting) this.setText(key, undefined);
      },
    );
    return () => leaving.abort();
  }

  private setList(
    scope: ReviewScope,
    answer: ReviewAnswer<Review>,
    texts = this.state.get().texts,
  ): void {
    const state = this.state.get();
    this.state.set({ ...state, lists: { ...state.lists, [scope]: answer }, texts });
  }

  private setText(key: string, answer: ReviewAnswer<FileTexts> | undefined): void {
    const state = this.state.get();
    const others = [...state.texts].filter(([one]) => one !== key).slice(1 - keptTexts);
    const newEntries: readonly [string, ReviewAnswer<FileTexts>][] =
      answer === undefined ? [] : [[key, answer]];
    this.state.set({ ...state, texts: new Map([...others, ...newEntries]) });
  }
}

function clearProblem<T>({ value }: ReviewAnswer<T>): ReviewAnswer<T> {
  return value === undefined ? {} : { value };
}

function problemOf(error: unknown): ReviewAnswer<never> {
  return { problem: error instanceof Error ? error.message : String(error) };
}
