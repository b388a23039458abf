import { createInterface } from 'node:readline';
import { BareWindow, type WindowPlan } from './bareWindow';

/** A window as a process: obeys lines of its standard input, and writes a line for all that it tells. */
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
  // The process that started this one has ended.
  input.once('close', () => process.exit(0));
}

main(JSON.parse(process.argv[2] ?? '') as WindowPlan);
