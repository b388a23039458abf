import assert from 'node:assert/strict';
import { Machine } from '../../../src/extension/hub/machines/machine';
import { silentLog } from '../../../src/extension/util/log';
import { machineGreeting } from '../../../src/shared/protocol/machines/frames';
import { until } from '../until';
import { aDesk, helloCode, standInId } from './standIn';

export const playedId = standInId;

/**
 * A connected machine whose program answers each call with the function of that name in `answers`,
 * the source code of an object. That code can call `say` to send a frame.
 */
export async function playedMachine(answers: string): Promise<Machine> {
  const code = `
    ${helloCode}
    const say = (frame) => process.stdout.write(JSON.stringify(frame) + '\\n');
    const answers = ${answers};
    process.stdout.write(${JSON.stringify(`${machineGreeting}\n`)});
    setInterval(() => say({ type: 'pong', at: 0, now: Date.now() }), 500);
    let heard = '';
    process.stdin.on('data', (bytes) => {
      const lines = (heard + bytes).split('\\n');
      heard = lines.pop();
      for (const line of lines) {
        const frame = JSON.parse(line);
        if (frame.type === 'desk' && frame.line !== undefined) say(helloOf(frame.line));
        if (frame.type === 'call') answers[frame.name]?.(frame);
      }
    });
    process.stdin.on('end', () => process.exit(0));
  `;
  const machine = new Machine({
    setting: { name: 'there', command: [process.execPath, '-e', code] },
    scripts: '',
    log: silentLog,
    desk: () => aDesk,
    keyNames: () => [],
    isTaken: () => false,
    onUpdate: () => undefined,
    onCard: () => undefined,
    onOrder: () => undefined,
    onConnect: () => undefined,
  });
  machine.connect();
  await until(
    () => machine.card.status,
    (status) => assert.equal(status, 'connected'),
  );
  return machine;
}
