import { readFileSync } from 'node:fs';
import { lapse } from '../../support/lapse';
import { readCommand, readProcessTable } from './processTable';

/** Time for what a test process started to end after it, in ms. */
const endLimitMs = 10_000;
const lookEveryMs = 100;

/**
 * The variable that names the test process from which a process comes. Programs inherit it that lead a
 * process group of their own, too, and outlive a signal to the group of the test process.
 */
export const originVariable = 'MISSION_CONTROL_TEST_ORIGIN';

/**
 * Kills what still runs a moment after its test process has ended, and returns the commands. Finds nothing
 * where there is no `/proc`.
 */
export async function killLeftBehind(
  origin: string,
  limitMs = endLimitMs,
): Promise<readonly string[]> {
  const end = performance.now() + limitMs;
  let left = processesOf(origin);
  while (left.length > 0 && performance.now() < end) {
    await lapse(lookEveryMs);
    left = processesOf(origin);
  }
  const commands = left.map(readCommand);
  for (const pid of left) kill(pid);
  return commands;
}

function processesOf(origin: string): readonly number[] {
  const entry = `${originVariable}=${origin}`;
  return readProcessTable()
    .map(({ pid }) => pid)
    .filter((pid) => environmentOf(pid).includes(entry));
}

/** Empty for a process that has ended or belongs to somebody else. */
function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
