import { createRoot } from 'react-dom/client';
import type { ToPhone } from '../../../src/shared/phone/phoneMessages';
import { createPage, PageContext } from '../../../src/webview/page';
import { createCarrierOpener, OpenCarrierContext } from '../../../src/webview/phone/readerCarrier';
import { TranscriptScreen } from '../../../src/webview/phone/view/TranscriptScreen';

declare const hostReceive: (message: unknown) => void;

/** The screen alone; the test is the other end of its connection. */
const open = createCarrierOpener({
  send: (message) => hostReceive(message),
  onMessage: (listener) => {
    const forward = (event: MessageEvent<ToPhone>): void => listener(event.data);
    window.addEventListener('message', forward);
    return () => window.removeEventListener('message', forward);
  },
});
/** Page of a phone without a board. */
const page = createPage({
  place: 'phone',
  post: () => undefined,
  onMessage: () => () => undefined,
  readArrangement: () => undefined,
  writeArrangement: () => undefined,
  readDrafts: () => undefined,
  writeDrafts: () => undefined,
});
const root = createRoot(document.getElementById('root') ?? document.body);
const screen = (
  <PageContext value={page}>
    <OpenCarrierContext value={open}>
      <TranscriptScreen
        sessionId={document.documentElement.dataset['session'] ?? ''}
        onBack={() => {
          root.render(<p>Board</p>);
          hostReceive({ type: 'back' });
        }}
      />
    </OpenCarrierContext>
  </PageContext>
);
root.render(screen);
