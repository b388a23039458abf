import { spawn } from 'node:child_process';

/** Time in ms after which the program is killed if it does not end on SIGTERM. */
const graceMs = 3_000;

/**
 * Runs a program for the hub and ends together with it. The hub holds the other end of the standard
 * input of this process. When the hub ends, even by a crash, the input ends, and this process ends
 * the program, which is independent of the hub.
 */
const [file = '', ...args] = process.argv.slice(2);
const { ELECTRON_RUN_AS_NODE: _ours, ...env } = process.env;
const program = spawn(file, args, {
  stdio: ['ignore', 'inherit', 'inherit'],
  env,
  windowsHide: true,
});
program.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
program.once('exit', (code) => process.exit(code ?? 1));

let isEnding = false;
function end(): void {
  if (isEnding) return;
  isEnding = true;
  program.kill('SIGTERM');
  setTimeout(() => program.kill('SIGKILL'), graceMs);
}
process.stdin.on('end', end).on('error', end).resume();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
