import { HookInstaller } from '../../../src/extension/hookInstaller/installer';
import { silentLog } from '../../../src/extension/util/log';

/**
 * Installs and removes hooks in turns until it is killed: `<config home> <folder of the relay>`.
 */
async function main(): Promise<void> {
  const [configHome = '', relaySource = ''] = process.argv.slice(2);
  const installer = new HookInstaller({
    configHome,
    relaySource,
    log: silentLog,
    platform: 'linux',
    findClient: async () => ({ path: '', version: '2.1.329' }),
  });
  for (;;) {
    await installer.install(await installer.previewInstall());
    await installer.remove(await installer.previewRemove());
  }
}

void main();
