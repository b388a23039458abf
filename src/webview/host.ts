import type { FromPage, ToPage } from '../shared/pageMessages';

/** Where the page runs: the only way out of it, and the only way in. */
export interface Host {
  post(message: FromPage): void;
  /** Returns the way to stop listening. */
  onMessage(listener: (message: ToPage) => void): () => void;
  /** What the user arranged, kept over a reload; undefined at the first start. */
  readArrangement(): unknown;
  writeArrangement(arrangement: unknown): void;
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
  return {
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    post: (message) => editor.postMessage(message),
    onMessage: (listener) => {
      const onEvent = ({ data }: MessageEvent<unknown>) => {
        if (isMessage(data)) listener(data);
      };
      window.addEventListener('message', onEvent);
      return () => window.removeEventListener('message', onEvent);
    },
    readArrangement: () => editor.getState(),
    writeArrangement: (arrangement) => editor.setState(arrangement),
  };
}
