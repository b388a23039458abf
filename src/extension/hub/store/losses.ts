import type { Loss, WindowMessage } from '../../../shared/protocol/windows';
import { Connections } from '../../util/connections';
import type { Log } from '../../util/log';
import { SetAside } from '../../util/files/safeFile';
import type { StreamSubscribers } from '../serve/liveStream';

/** Tells of files that were set aside since this hub began: each once, to a window that is there, or to the next. */
export class Losses implements StreamSubscribers {
  private readonly windows = new Connections();
  private untold: Loss[] = [];

  constructor(
    private readonly log: Log,
    private readonly send: (window: string, message: WindowMessage) => void,
  ) {}

  /** Makes the handler for a file's errors: all are logged, and a person is told what was set aside. */
  of(what: string): (error: unknown) => void {
    return (error) => {
      this.log.warn(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      if (!(error instanceof SetAside)) return;
      this.untold.push({ name: error.file, path: error.path });
      const [window] = this.windows.keys();
      if (window !== undefined) this.tell(window);
    };
  }

  connect(window: string): void {
    this.windows.add(window);
    this.tell(window);
  }

  disconnect(window: string): void {
    this.windows.remove(window);
  }

  private tell(window: string): void {
    for (const data of this.untold.splice(0)) this.send(window, { type: 'loss', data });
  }
}
