import { originVariable } from '../../support/processes/origin';
import { waitFixedTime } from '../../support/waitFixedTime';
import { readCommand, readEnvironment, readProcessTable } from './processTable';

/** Time for programs to end after the test process that started them, in ms. */
const endLimitMs = 10_000;
const lookEveryMs = 100;

/**
 * Kills programs that still run a moment after their test process has ended, and returns their
 * commands. Finds nothing without `/proc`.
 */
export async function killLeftBehind(
  origin: string,
  limitMs = endLimitMs,
): Promise<readonly string[]> {
  const end = performance.now() + limitMs;
  let left = processesOf(origin);
  while (left.length > 0 && performance.now() < end) {
    await waitFixedTime(lookEveryMs);
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
    .filter((pid) => readEnvironment(pid).includes(entry));
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended meanwhile.
  }
}
