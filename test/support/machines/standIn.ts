import { hubNameOf, machineIdOf, provingKey } from '../../../src/extension/util/hub/provingKey';
import { machineGreeting, type ToMachine } from '../../../src/shared/protocol/machines/frames';
import { protocolVersion } from '../../../src/shared/protocol/protocol';
import { aSession } from '../sessionBuilder';

/** Machine id of the stand-in with that name. */
export function standInIdOf(name: string): string {
  return machineIdOf(provingKey(`machine ${name}`).publicKey);
}

/** Hub name of the stand-in with that name. */
export function standInHubOf(name: string): string {
  return hubNameOf(provingKey(`hub ${name}`).publicKey);
}

/** Id of the default stand-in. */
export const standInId = standInIdOf('there');

/** First frame of a desk that has no key yet. */
export const aDesk: Extract<ToMachine, { type: 'desk' }> = {
  type: 'desk',
  keys: [],
  label: 'desk',
  control: { enabled: true, disabledProjects: [] },
};

/**
 * Code with which a machine's program proves its identity; `desk` is the first frame it received.
 */
export const helloCode = `
  const { createHash, createPrivateKey, createPublicKey, sign } = require('node:crypto');
  const keyOf = (secret) => {
    const seed = createHash('sha256').update(secret).digest();
    const head = Buffer.from('302e020100300506032b657004220420', 'hex');
    return createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' });
  };
  const publicOf = (key) => createPublicKey(key).export({ format: 'jwk' }).x;
  const hash = (text, form) => createHash('sha256').update(text).digest(form);
  const machineIdOf = (name) => 'm' + hash(publicOf(keyOf('machine ' + name)), 'hex').slice(0, 16);
  const hubOf = (name) => hash(publicOf(keyOf('hub ' + name)), 'base64url');
  const proofsOf = ({ hub, line, machineId, window }, secrets) => {
    const text = JSON.stringify({ hub, line, machineId, proves: 'mission-control/line/1', window });
    return secrets.map(keyOf).map((key) => (
      { key: publicOf(key), signature: sign(null, Buffer.from(text), key).toString('base64url') }));
  };
  const helloOf = (line, { as = 'there', ...change } = {}) => {
    const claim = { line, machineId: machineIdOf(as), hub: hubOf(as), window: 'window', ...change };
    const proofs = proofsOf(claim, ['machine ' + as, 'hub ' + as]);
    return { type: 'hello', name: 'there', platform: 'linux', protocol: ${protocolVersion},
      now: Date.now(), ...claim, line: undefined, proofs, ...change };
  };
`;

/**
 * Command that simulates a machine: after a desk's first frame it runs this code, which can call
 * `say`, `sayRaw`, `hello`, `board`, `pour` and `onceThere`. `hello({ as })` is the
 * hello of another machine; its other fields are sent without proof. `onceThere` waits for a file
 * that the test creates.
 */
export function standIn(code: string): string[] {
  const prelude = `
    ${helloCode}
    const say = (frame) => process.stdout.write(JSON.stringify(frame) + '\\n');
    const sayRaw = (text) => process.stdout.write(text);
    const greet = () => sayRaw(${JSON.stringify(`${machineGreeting}\n`)});
    const hello = (change) => say(helloOf(desk.line, change));
    const summary = { needsYouCount: 0, autonomousCount: 0, deliveredCount: 0, totalCostTodayUsd: 2, totalTokensToday: 5 };
    const board = (...sessions) => say({ type: 'stream', event: { type: 'snapshot', data: { sessions, summary } } });
    const session = ${JSON.stringify(aSession({ sessionId: 'one' }))};
    let heard = '';
    let desk;
    // Writes the same text endlessly. A failed write calls back at once, before any event, so
    // continuing then would fill the memory once the reader is gone.
    const pour = (stream, text) =>
      process[stream].write(text, (error) => (error ? process.exit(1) : pour(stream, text)));
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(1));
    const onceThere = (file, act) => {
      if (require('node:fs').existsSync(file)) act();
      else setTimeout(onceThere, 20, file, act);
    };
    const beat = () => setInterval(() => say({ type: 'pong', at: 0, now: Date.now() }), 500);
    const run = () => {
      ${code}
    };
    process.stdin.on('data', (bytes) => {
      heard += bytes;
      if (desk !== undefined || !heard.includes('\\n')) return;
      desk = JSON.parse(heard.slice(0, heard.indexOf('\\n')));
      run();
    });
  `;
  return [process.execPath, '--max-old-space-size=256', '-e', prelude];
}
