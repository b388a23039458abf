import type { Demo } from './demo/demo';

/** What both ways of starting the editor need. */
export interface Launch {
  /** The product's package. */
  readonly vsix: string;
  readonly folder: string;
  /** The demo to show; without it, the person's own sessions. */
  readonly demo: Pick<Demo, 'env'> | undefined;
  readonly port: number;
  /** Whether a browser is opened on the editor's address. */
  readonly open: boolean;
}

/** The first Ctrl-C or polite end asks to finish; what is running then ends in order. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  process.on('SIGINT', () => controller.abort());
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    // One way to end: whoever listens for Ctrl-C hears of the others too.
    process.on(signal, () => process.emit('SIGINT'));
  }
  return controller.signal;
}
