import { verdict, type Row } from '../../measurement';
import { p50p95, percentile } from '../../statistics';

/** Simulated round trip times in ms: none, and that to a host on the same continent. */
export const trips = [0, 40] as const;

/** A command that connects to a machine with the given round trip time. */
export function lineOf(tripMs: number): readonly string[] {
  if (tripMs === 0) return ['env'];
  const late = `(from, to) => from.on('data', (bytes) => setTimeout(() => to.write(bytes), ${tripMs / 2}))`;
  const code = `const late = ${late}; const child = require('node:child_process').spawn(process.argv[1], process.argv.slice(2), { stdio: ['pipe', 'pipe', 'inherit'] }); late(process.stdin, child.stdin); late(child.stdout, process.stdout); process.stdin.on('end', () => child.stdin.end()); child.on('exit', () => process.exit());`;
  return [process.execPath, '-e', code];
}

/** A row with the waits over such a connection. The budget is added to the round trip time. */
export function tripRow(
  figure: string,
  tripMs: number,
  waits: readonly number[],
  budgetMs: number,
): Row {
  return {
    figure: `${figure}, a round trip of ${tripMs} ms`,
    measured: p50p95(waits),
    budget: `p95 < round trip + ${budgetMs} ms`,
    verdict: verdict(percentile(waits, 0.95) < tripMs + budgetMs),
  };
}
