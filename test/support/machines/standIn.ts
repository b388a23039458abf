import { machineGreeting, type ToMachine } from '../../../src/shared/protocol/machines/frames';
import { protocolVersion } from '../../../src/shared/protocol/protocol';
import { aSession } from '../sessionBuilder';

export const standInId = 'm0123456789abcdef';

/** The first frame of a desk that has no key yet. */
export const aDesk: Extract<ToMachine, { type: 'desk' }> = {
  type: 'desk',
  keys: [],
  label: 'desk',
  control: { enabled: true, disabledProjects: [] },
};

/** A program that stands for a machine: it runs this code, which has `say`, `sayRaw`, `hello` and `board`. */
export function standIn(code: string): string[] {
  const prelude = `
    const say = (frame) => process.stdout.write(JSON.stringify(frame) + '\\n');
    const sayRaw = (text) => process.stdout.write(text);
    const greet = () => sayRaw(${JSON.stringify(`${machineGreeting}\n`)});
    const hello = (change) => say({ type: 'hello', machineId: '${standInId}', name: 'there',
      platform: 'linux', protocol: ${protocolVersion}, hub: 'hub', window: 'window', now: Date.now(), ...change });
    const summary = { needsYouCount: 0, autonomousCount: 0, deliveredCount: 0, totalCostTodayUsd: 2, totalTokensToday: 5 };
    const board = (...sessions) => say({ type: 'stream', event: { type: 'snapshot', data: { sessions, summary } } });
    const session = ${JSON.stringify(aSession({ sessionId: 'one' }))};
    let heard = '';
    // What writes on and on would else go on for ever once nobody reads it.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(1));
    process.stdin.on('data', (bytes) => { heard += bytes; });
    const beat = () => setInterval(() => say({ type: 'pong', at: 0, now: Date.now() }), 500);
  `;
  return [process.execPath, '-e', `${prelude}\n${code}`];
}
