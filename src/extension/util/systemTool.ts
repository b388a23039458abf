import { execFile } from 'node:child_process';

/** A list of all processes is far shorter, in bytes. */
const maxBuffer = 16 * 1024 * 1024;

/** Runs a tool of the system and returns what it prints; an empty text when it fails or takes too long. */
export function runSystemTool(file: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C' };
  const options = { timeout: 5_000, windowsHide: true, maxBuffer, env };
  return new Promise((resolve) => {
    execFile(file, [...args], options, (error, output) => resolve(error === null ? output : ''));
  });
}
