import type { Demo } from './demo/demo';

/** Options of both ways to start the editor. */
export interface Launch {
  /** Path of the product's package. */
  readonly vsix: string;
  readonly folder: string;
  /** The demo to show; without it, the user's own sessions. */
  readonly demo: Pick<Demo, 'env'> | undefined;
  readonly port: number;
  /** Whether a browser is opened on the editor's URL. */
  readonly open: boolean;
}

/**
 * Aborted by the first Ctrl-C or termination signal, after which everything is shut down in order.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  process.on('SIGINT', () => controller.abort());
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    // Translates the signal, so that listeners for Ctrl-C handle the others, too.
    process.on(signal, () => process.emit('SIGINT'));
  }
  return controller.signal;
}
