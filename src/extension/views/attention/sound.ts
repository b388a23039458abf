import { spawn } from 'node:child_process';

/** A program and its arguments. */
export type SoundCommand = readonly [program: string, ...args: string[]];

/** Commands that play a wave file, best first, by platform. */
export function soundCommands(platform: NodeJS.Platform, file: string): readonly SoundCommand[] {
  switch (platform) {
    case 'darwin':
      return [['/usr/bin/afplay', file]];
    case 'win32':
      return [
        [
          'powershell.exe',
          '-NoProfile',
          '-NonInteractive',
          '-Command',
          `(New-Object Media.SoundPlayer '${file.replaceAll("'", "''")}').PlaySync()`,
        ],
      ];
    default:
      return [
        ['pw-play', file],
        ['paplay', file],
        ['aplay', '-q', file],
      ];
  }
}

/** Timeout of a player in ms; a player without an audio output may never exit. */
const playMs = 5_000;

/**
 * Plays the file with the first program that works; resolves after it has been played. Errors are
 * ignored.
 */
export async function playSound(commands: readonly SoundCommand[]): Promise<void> {
  for (const [program, ...args] of commands) if (await runProgram(program, args)) return;
}

function runProgram(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', timeout: playMs, windowsHide: true });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
