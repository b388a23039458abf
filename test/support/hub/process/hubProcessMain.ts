import { startHub } from '../../../../src/extension/hub/hub';
import { silentLog } from '../../../../src/extension/util/log';

/** The threads are bundled beside this one. */
const scripts = __dirname;

/** A hub in a process of its own: `<config home> <port>`. Ends when it retires. */
async function main(): Promise<void> {
  const [configHome = '', port = '0'] = process.argv.slice(2);
  const hub = await startHub({ configHome, port: Number(port), scripts, log: silentLog });
  void hub.retired.then(() => process.exit(0));
  process.stdout.write(`${JSON.stringify({ url: hub.endpoint.url, token: hub.token })}\n`);
}

void main();
