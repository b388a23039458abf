import * as path from 'node:path';
import { HookInstaller } from '../../../src/extension/hookInstaller/installer';
import { silentLog } from '../../../src/extension/util/log';
import { clientVersion } from './speaker';

/** Puts our hooks into the scratch home's settings by the product's own installer. */
export async function installHooks(configHome: string): Promise<void> {
  const installer = new HookInstaller({
    configHome,
    relaySource: path.join(__dirname, '../../../hooks'),
    log: silentLog,
    findClient: () => Promise.resolve({ path: 'claude', version: clientVersion }),
  });
  await installer.install(await installer.previewInstall());
}
