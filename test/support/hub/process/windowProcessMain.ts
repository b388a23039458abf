import { createInterface } from 'node:readline';
import { BareWindow, type WindowPlan } from './bareWindow';

/**
 * A window as a process: reads commands from its standard input, line by line, and writes reports
 * and log lines to its output.
 */
function main(plan: WindowPlan): void {
  const write = (line: string): void => void process.stdout.write(`${line}\n`);
  const window = new BareWindow(plan, {
    report: (report) => write(JSON.stringify(report)),
    note: (message) => write(`# ${message}`),
  });
  const input = createInterface({ input: process.stdin });
  input.on('line', (line) => {
    if (line === 'close') void window.close().then(() => process.exit(0));
    else window.allow(line);
  });
  // The parent process has ended.
  input.once('close', () => process.exit(0));
}

main(JSON.parse(process.argv[2] ?? '') as WindowPlan);
