/**
 * The part of the editor's log channel that code without `vscode` uses. Bodies and tokens are never
 * logged.
 */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
