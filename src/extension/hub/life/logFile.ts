import * as fs from 'node:fs';
import type { Log } from '../../util/log';

/** Size in bytes at which the log file is renamed to `.old`, replacing the previous one. */
const defaultMaxBytes = 256 * 1024;
/** Maximum length of a line, in characters. */
const maxLineLength = 4_000;

/**
 * Log file of a hub without a window, in an existing folder. Each line is written at once, so that
 * the last lines before a crash are in the file. Symbolic links are not followed.
 */
export class LogFile implements Log {
  constructor(
    private readonly file: string,
    private readonly maxBytes = defaultMaxBytes,
  ) {}

  /** Ignored: debug lines would fill the file. */
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
      // The line is lost, for example on a full disk or after the folder was removed.
    }
  }

  /** Appends a line; returns the file's size afterwards. */
  private append(line: string): number {
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
    // `O_NOFOLLOW` and `O_NONBLOCK` are undefined on Windows; `|` treats them as 0.
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
