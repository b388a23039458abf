/** Connection of a page to its host, with a state that survives a reload. */
export interface HostConnection<Out, In> {
  readonly post: (message: Out) => void;
  /** Returns a function that unsubscribes. */
  readonly onMessage: (listener: (message: In) => void) => () => void;
  readonly getState: () => unknown;
  readonly setState: (state: unknown) => void;
}

interface VsCodeApi extends Pick<HostConnection<never, never>, 'getState' | 'setState'> {
  readonly postMessage: (message: unknown) => void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** Acquires the editor's webview API, which can be acquired only once. */
export function acquireHostConnection<Out, In extends { readonly type: string }>(): HostConnection<
  Out,
  In
> {
  const { postMessage, getState, setState } = acquireVsCodeApi();
  return {
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- the target is not a window
    post: (message) => postMessage(message),
    onMessage: (listener) => {
      const onEvent = ({ data }: MessageEvent<unknown>) => {
        if (isMessage(data)) listener(data as In); // Only the host can post messages to this page.
      };
      window.addEventListener('message', onEvent);
      return () => window.removeEventListener('message', onEvent);
    },
    getState,
    setState,
  };
}

function isMessage(data: unknown): data is { readonly type: string } {
  return (
    typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string'
  );
}
