import * as fs from 'node:fs';
import * as path from 'node:path';
import {
  hookFor,
  relayFileName,
  relayPath,
} from '../../../src/extension/hookInstaller/hookCommand';
import { eventsToInstall } from '../../../src/extension/hookInstaller/knownEvents';
import { installHooks } from '../../../src/extension/hookInstaller/settingsEdit';
import { clientVersion } from './speaker';

/** The scratch home as the product's own installer leaves it: the relay's copy, and our hooks in the settings. */
export function writeSettings(configHome: string): void {
  const relay = relayPath(configHome, process.platform);
  const source = path.join(__dirname, '../../../hooks', relayFileName(process.platform));
  fs.mkdirSync(path.dirname(relay), { recursive: true, mode: 0o700 });
  fs.copyFileSync(source, relay);
  const wanted = new Map(
    eventsToInstall(clientVersion).map((event) => [event, hookFor(event, relay, process.platform)]),
  );
  fs.writeFileSync(path.join(configHome, 'settings.json'), installHooks('', wanted));
}
