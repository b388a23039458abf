import type { Loss, WindowMessage } from '../../../shared/protocol/windows';
import { WindowStreams } from '../../util/windowStreams';
import type { Log } from '../../util/log';
import { SetAside } from '../../util/files/safeFile';
import type { WindowListener } from '../serve/liveStream';

/**
 * Reports files that were set aside since this hub started: each once, to a connected window or the
 * next one that connects.
 */
export class Losses implements WindowListener {
  private readonly windows = new WindowStreams();
  private unreported: Loss[] = [];

  constructor(
    private readonly log: Log,
    private readonly send: (window: string, message: WindowMessage) => void,
  ) {}

  /**
   * Creates the error handler of a file: it logs all errors, and reports files that were set aside
   * to a person.
   */
  errorHandler(what: string): (error: unknown) => void {
    return (error) => {
      this.log.warn(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      if (!(error instanceof SetAside)) return;
      this.unreported.push({ name: error.file, path: error.path });
      const [window] = this.windows.keys();
      if (window !== undefined) this.report(window);
    };
  }

  connect(window: string): void {
    this.windows.add(window);
    this.report(window);
  }

  disconnect(window: string): void {
    this.windows.remove(window);
  }

  private report(window: string): void {
    for (const data of this.unreported.splice(0)) this.send(window, { type: 'loss', data });
  }
}
