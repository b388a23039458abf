import { execFile } from 'node:child_process';

/** Maximum output in bytes; a list of all processes is far shorter. */
const maxBuffer = 16 * 1024 * 1024;

/** Runs a system tool and returns its output; empty if it fails or times out. */
export function runSystemTool(file: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C' };
  const options = { timeout: 5_000, windowsHide: true, maxBuffer, env };
  return new Promise((resolve) => {
    execFile(file, [...args], options, (error, output) => resolve(error === null ? output : ''));
  });
}
