import type { Arrangement, PagePlace } from '../shared/board/arrangement';
import { fieldsOf } from '../shared/text/fields';
import type { FromPage, ToPage } from '../shared/messages/pageMessages';

/** Where the page runs: the only way out of it, and the only way in. */
export interface Host {
  readonly place: PagePlace;
  post(message: FromPage): void;
  /** Returns the way to stop listening. */
  onMessage(listener: (message: ToPage) => void): () => void;
  /** What the user arranged, kept over a reload; undefined at the first start. */
  readArrangement(): unknown;
  writeArrangement(arrangement: Arrangement): void;
  /** What the user has begun to fill in, kept over a reload of this page alone. */
  readDrafts(): unknown;
  writeDrafts(drafts: unknown): void;
}

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

function isMessage(data: unknown): data is ToPage {
  return (
    typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string'
  );
}

/** The editor's webview; to be called once, as the editor hands its interface out once. */
export function connectEditor(): Host {
  const editor = acquireVsCodeApi();
  /** Of this page, when the editor brings it back. */
  const kept = () => fieldsOf(editor.getState());
  return {
    place: document.documentElement.dataset['place'] === 'side' ? 'side' : 'panel',
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    post: (message) => editor.postMessage(message),
    onMessage: (listener) => {
      const onEvent = ({ data }: MessageEvent<unknown>) => {
        if (isMessage(data)) listener(data);
      };
      window.addEventListener('message', onEvent);
      return () => window.removeEventListener('message', onEvent);
    },
    readArrangement: () => kept()['arrangement'] ?? inDocument(),
    writeArrangement: (arrangement) => {
      editor.setState({ ...kept(), arrangement });
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- not a window
      editor.postMessage({ type: 'arrange', arrangement } satisfies FromPage); // For the next one.
    },
    readDrafts: () => kept()['drafts'],
    writeDrafts: (drafts) => editor.setState({ ...kept(), drafts }),
  };
}

/** What the window kept of an earlier page, as it wrote it into this one's document. */
function inDocument(): unknown {
  const text = document.getElementById('root')?.dataset['arrangement'];
  return text === undefined ? undefined : JSON.parse(text);
}
