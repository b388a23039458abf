import type { Frame } from 'playwright-core';

export interface FirstPaint {
  /** Time from the arrival of the first snapshot to the first frame with a card, in ms. */
  readonly ms: number;
  /** Time from the start of the page's document to that frame, in ms. */
  readonly sinceStart: number;
  /** Number of cards in the document at that time. */
  readonly cards: number;
}

/**
 * Script for every document of a window; it acts only in the board's. The editor writes the page
 * into an existing document, which removes earlier listeners, so the script waits for the page.
 */
export const firstPaintScript = `
(() => {
  const cards = () => document.querySelectorAll('article').length;
  const afterFrame = (then) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => then(performance.now());
    channel.port2.postMessage(0);
  });
  const listen = () => {
    if (document.getElementById('root') === null) {
      setTimeout(listen, 1);
      return;
    }
    addEventListener('message', function take({ data }) {
      if (data?.type !== 'snapshot' || data.sessions.length === 0) return;
      removeEventListener('message', take, true);
      const start = performance.now();
      const look = (at) => {
        if (cards() === 0) afterFrame(look);
        else globalThis.firstPaint = { ms: at - start, sinceStart: at, cards: cards() };
      };
      afterFrame(look);
    }, true);
  };
  if (window !== window.top) listen();
})();
`;

/** Waits for the first paint of the board in this frame. */
export async function firstPaint(board: Frame): Promise<FirstPaint> {
  const handle = await board.waitForFunction(
    () => (globalThis as unknown as { readonly firstPaint?: FirstPaint }).firstPaint,
  );
  const painted = await handle.jsonValue();
  if (painted === undefined) throw new Error('The board was not painted');
  return painted;
}
