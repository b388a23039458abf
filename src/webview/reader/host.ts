import type { FromReader, ReaderTarget, ToReader } from '../../shared/messages/readerMessages';
import { acquireEditor, type Editor } from '../editor';

/** State that a reader keeps over a reload; the panel reads `target` and `kept`. */
export interface Kept {
  readonly target: ReaderTarget;
  /** True where the tab shows no other transcript. */
  readonly kept: boolean;
  /** Position of the top row; absent while the reader follows the end. */
  readonly anchor?: { readonly at: number; readonly part: number; readonly offset: number };
}

/** The reader's host: its only way in and out. */
export interface ReaderHost extends Pick<Editor<FromReader, ToReader>, 'post' | 'onMessage'> {
  /** State at the start, written by the panel, with the position that this page kept. */
  readonly start: Kept;
  keep(state: Kept): void;
}

/** Connects to the editor; to be called once. */
export function connectReader(root: HTMLElement): ReaderHost {
  const editor = acquireEditor<FromReader, ToReader>();
  const start = startOf(root, editor.getState());
  editor.setState(start);
  return { start, post: editor.post, onMessage: editor.onMessage, keep: editor.setState };
}

/** The kept state counts only for the same transcript, as the tab may show another one now. */
function startOf(root: HTMLElement, state: unknown): Kept {
  const target = JSON.parse(root.dataset['target'] ?? '{}') as ReaderTarget; // The panel wrote it.
  const fresh: Kept = { target, kept: root.dataset['kept'] === 'true' };
  if (typeof state !== 'object' || state === null) return fresh;
  const before = state as Partial<Kept>; // This page wrote it.
  const isSame =
    before.target?.sessionId === target.sessionId && before.target.agentId === target.agentId;
  return isSame && before.anchor !== undefined ? { ...fresh, anchor: before.anchor } : fresh;
}
