import { ownJson, parseJson } from '../../shared/text/boundedJson';
import type { FromReader, ReaderTarget, ToReader } from '../../shared/messages/readerMessages';
import { acquireEditor, type Editor } from '../editor';
import type { Host } from '../host';

/** State that a reader keeps over a reload; the panel reads `target` and `kept`. */
export interface ReaderState {
  readonly target: ReaderTarget;
  /** True where the tab shows no other transcript. */
  readonly kept: boolean;
  /** Whether the outline is open. */
  readonly outline?: boolean;
  /** Position of the top row; absent while the reader follows the end. */
  readonly anchor?: { readonly at: number; readonly part: number; readonly offset: number };
}

/** What is kept, with the drafts of the session's bar. */
type KeptPage = ReaderState & { readonly drafts?: unknown };

/** The reader's host: its only way in and out. */
export interface ReaderHost extends Pick<Editor<FromReader, ToReader>, 'post' | 'onMessage'> {
  /** State at the start, written by the panel, with the position that this page kept. */
  readonly start: ReaderState;
  keep(state: ReaderState): void;
  /** The host of the session's bar. */
  readonly bar: Host;
  /** True where no editor stands behind the page: what an editor does is not offered. */
  readonly hasNoEditor?: boolean;
}

/** Connects to the editor; to be called once. */
export function connectReader(root: HTMLElement): ReaderHost {
  const editor = acquireEditor<FromReader, ToReader>();
  const start = startOf(root, editor.getState());
  let { drafts } = start;
  let kept: ReaderState = start;
  const write = () => editor.setState({ ...kept, drafts });
  write();
  const bar: Host = {
    place: 'transcript',
    post: (message) => editor.post({ type: 'bar', message }),
    onMessage: (listener) =>
      editor.onMessage((message) => {
        if (message.type === 'bar') listener(message.message);
      }),
    readArrangement: () => undefined,
    writeArrangement: () => undefined,
    readDrafts: () => drafts,
    writeDrafts: (next) => {
      drafts = next;
      write();
    },
  };
  const keep = (next: ReaderState): void => {
    kept = next;
    write();
  };
  return { start, post: editor.post, onMessage: editor.onMessage, keep, bar };
}

/** The kept state counts only for the same transcript, as the tab may show another one now. */
function startOf(root: HTMLElement, state: unknown): KeptPage {
  const target = parseJson(root.dataset['target'] ?? '{}', ownJson) as ReaderTarget; // The panel wrote it.
  const fresh: ReaderState = { target, kept: root.dataset['kept'] === 'true' };
  if (typeof state !== 'object' || state === null) return fresh;
  const before = state as Partial<KeptPage>; // This page wrote it.
  const isSame =
    before.target?.sessionId === target.sessionId && before.target.agentId === target.agentId;
  const outline = before.outline === true;
  if (!isSame) return { ...fresh, outline };
  const { anchor, drafts } = before;
  return { ...fresh, outline, drafts, ...(anchor !== undefined && { anchor }) };
}
