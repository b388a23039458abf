import { startHub } from '../../../../src/extension/hub/hub';
import { KnownKeys } from '../../../../src/extension/hub/signed/knownKeys';
import { silentLog } from '../../../../src/extension/util/log';
import type { HubProcessSetup } from './hubProcess';

/** The threads are bundled into the same folder. */
const scripts = __dirname;

/**
 * A hub in its own process: `<config home> <port> <HubProcessSetup>`. Ends when the hub retires.
 */
async function main(): Promise<void> {
  const [configHome = '', port = '0', setup = '{}'] = process.argv.slice(2);
  const { keys = [], phones = {} } = JSON.parse(setup) as HubProcessSetup;
  const hub = await startHub({
    configHome,
    port: Number(port),
    scripts,
    log: silentLog,
    keys: new KnownKeys(keys),
    phones,
  });
  void hub.retired.then(() => process.exit(0));
  process.stdout.write(`${JSON.stringify({ url: hub.endpoint.url, token: hub.token })}\n`);
}

void main();
