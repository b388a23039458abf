import { execFileSync } from 'node:child_process';

/** Creates a named pipe: opening it like a file blocks. */
export function makeNamedPipe(file: string): void {
  execFileSync('mkfifo', [file]);
}
