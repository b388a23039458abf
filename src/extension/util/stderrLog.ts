import type { Log } from './log';

type Level = keyof Log;

/** Logs these levels to standard error, and no others. */
export function stderrLog(levels: readonly Level[]): Log {
  const writerFor = (level: Level) => {
    if (!levels.includes(level)) return () => undefined;
    return (message: string): void => void process.stderr.write(`${level}: ${message}\n`);
  };
  return {
    debug: writerFor('debug'),
    info: writerFor('info'),
    warn: writerFor('warn'),
    error: writerFor('error'),
  };
}
