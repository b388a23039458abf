import * as fs from 'node:fs';
import type { Log } from '../../util/log';

/** Length at which a log makes room for the next one, in bytes; the one before is kept beside it. */
const usualMaxBytes = 256 * 1024;
/** More of one line is cut off, in characters. */
const maxLineLength = 4_000;

/**
 * A log of a hub that has no window to tell. It is in our folder, which it never makes: written at once,
 * so that what was told last before a crash is there, and never by a link.
 */
export class LogFile implements Log {
  constructor(
    private readonly file: string,
    private readonly maxBytes = usualMaxBytes,
  ) {}

  /** What happens to each session is for a window's log alone: it would fill the file. */
  debug(): void {}

  info(message: string): void {
    this.write('info', message);
  }

  warn(message: string): void {
    this.write('warn', message);
  }

  error(message: string): void {
    this.write('error', message);
  }

  private write(level: string, message: string): void {
    const line = `${new Date().toISOString()} ${level}: ${message.slice(0, maxLineLength)}\n`;
    try {
      if (this.append(line) > this.maxBytes) fs.renameSync(this.file, `${this.file}.old`);
    } catch {
      // A full disk, or a folder that was removed: there is nowhere to say so.
    }
  }

  /** The length of the file afterwards. */
  private append(line: string): number {
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
    // The last two are undefined on Windows, and count as none.
    const flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
    const handle = fs.openSync(this.file, flags, 0o600);
    try {
      if (!fs.fstatSync(handle).isFile()) return 0;
      fs.writeSync(handle, line);
      return fs.fstatSync(handle).size;
    } finally {
      fs.closeSync(handle);
    }
  }
}
