import type { FromReader, ReaderTarget, ToReader } from '../../shared/messages/readerMessages';
import { acquireEditor, type Editor } from '../editor';

/** What a page keeps over a reload; the panel reads `target` and `kept` from it. */
export interface Kept {
  readonly target: ReaderTarget;
  /** Its tab shows no other transcript. */
  readonly kept: boolean;
  /** The row at the top of the screen; absent while the page follows the end. */
  readonly anchor?: { readonly at: number; readonly part: number; readonly offset: number };
}

/** Where the page runs: the only way out of it, and the only way in. */
export interface ReaderHost extends Pick<Editor<FromReader, ToReader>, 'post' | 'onMessage'> {
  /** As the panel wrote it into the document, with the place that this page kept itself. */
  readonly start: Kept;
  keep(state: Kept): void;
}

/** The editor's webview; to be called once, as the editor hands its interface out once. */
export function connectReader(root: HTMLElement): ReaderHost {
  const editor = acquireEditor<FromReader, ToReader>();
  const start = startOf(root, editor.getState());
  editor.setState(start);
  return { start, post: editor.post, onMessage: editor.onMessage, keep: editor.setState };
}

/** What the page kept counts where it is of the same transcript: a tab may show another one by now. */
function startOf(root: HTMLElement, state: unknown): Kept {
  const target = JSON.parse(root.dataset['target'] ?? '{}') as ReaderTarget; // The panel wrote it.
  const fresh: Kept = { target, kept: root.dataset['kept'] === 'true' };
  if (typeof state !== 'object' || state === null) return fresh;
  const before = state as Partial<Kept>; // This page wrote it.
  const isSame =
    before.target?.sessionId === target.sessionId && before.target.agentId === target.agentId;
  return isSame && before.anchor !== undefined ? { ...fresh, anchor: before.anchor } : fresh;
}
