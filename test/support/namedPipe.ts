import { execFileSync } from 'node:child_process';

/** Makes a named pipe, which blocks whoever opens it as if it were a file. */
export function makeNamedPipe(file: string): void {
  execFileSync('mkfifo', [file]);
}
