import { ownJson, parseJson } from '../../shared/text/boundedJson';
import type { FromReader, ReaderTarget, ToReader } from '../../shared/messages/readerMessages';
import { acquireHostConnection, type HostConnection } from '../hostConnection';
import type { Host } from '../host';

/** State that a reader stores across reloads; the extension reads `target` and `kept`. */
export interface ReaderState {
  readonly target: ReaderTarget;
  /** True if the tab must not be reused for another transcript. */
  readonly kept: boolean;
  /** True if the outline is open. */
  readonly outline?: boolean;
  /** Position of the top row; absent while the reader follows the end. */
  readonly anchor?: { readonly at: number; readonly part: number; readonly offset: number };
}

/** The stored state, with the drafts of the session bar. */
type StoredReaderState = ReaderState & { readonly drafts?: unknown };

/** The reader's host, its only connection to the outside. */
export interface ReaderHost extends Pick<
  HostConnection<FromReader, ToReader>,
  'post' | 'onMessage'
> {
  /** Initial state, written by the panel, with the position that this page stored. */
  readonly start: ReaderState;
  keep(state: ReaderState): void;
  /** The host of the session bar. */
  readonly bar: Host;
  /** True if no editor hosts the page, so that the editor's actions are not offered. */
  readonly hasNoEditor?: boolean;
}

/** Connects to the editor; to be called once. */
export function connectReader(root: HTMLElement): ReaderHost {
  const editor = acquireHostConnection<FromReader, ToReader>();
  const start = startOf(root, editor.getState());
  let { drafts } = start;
  let kept: ReaderState = start;
  const write = () => editor.setState({ ...kept, drafts });
  write();
  const bar: Host = {
    place: 'transcript',
    sessionId: start.target.sessionId,
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

/**
 * Returns the initial state. A stored position and stored drafts apply only to the same transcript,
 * because the tab may show a different one now.
 */
function startOf(root: HTMLElement, state: unknown): StoredReaderState {
  // Trusted: written by the panel.
  const target = parseJson(root.dataset['target'] ?? '{}', ownJson) as ReaderTarget;
  const fresh: ReaderState = { target, kept: root.dataset['kept'] === 'true' };
  if (typeof state !== 'object' || state === null) return fresh;
  const before = state as Partial<StoredReaderState>; // Trusted: written by this page.
  const isSame =
    before.target?.sessionId === target.sessionId && before.target.agentId === target.agentId;
  const outline = before.outline === true;
  if (!isSame) return { ...fresh, outline };
  const { anchor, drafts } = before;
  return { ...fresh, outline, drafts, ...(anchor !== undefined && { anchor }) };
}
