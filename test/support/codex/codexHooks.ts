import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { codexHookFor } from '../../../src/extension/agents/codex/hooks/codexCommand';
import { trustedHash } from '../../../src/extension/agents/codex/hooks/hookTrust';
import { codexEvents } from '../../../src/extension/agents/codex/hooks/codexHooks';
import { relayPath } from '../../../src/extension/agents/claude/settings/hookCommand';
import { CodexHookForm } from '../../../src/extension/hookInstaller/codexHookForm';
import { HookInstaller } from '../../../src/extension/hookInstaller/installer';
import { silentLog } from '../../../src/extension/util/log';
import { projectRoot } from '../editor/paths';
import type { CodexHome } from './codexHome';

/** Creates what installs hooks in the client of a home, which report to the home's hub. */
export function codexInstaller({ codexHome, configHome }: CodexHome): HookInstaller {
  const { platform } = process;
  return new HookInstaller({
    configHome,
    relaySource: path.join(projectRoot, 'hooks'),
    log: silentLog,
    form: new CodexHookForm({ codexHome, configHome, platform }),
  });
}

/** Installs the hooks like the product. The client runs none of them yet. */
export async function installCodexHooks(home: CodexHome): Promise<HookInstaller> {
  const installer = codexInstaller(home);
  await installer.install(await installer.previewInstall());
  return installer;
}

/** Writes what the client writes when a person trusts all hooks. */
export async function trustCodexHooks({
  configFile,
  codexHome,
  configHome,
}: Pick<CodexHome, 'configFile' | 'codexHome' | 'configHome'>): Promise<void> {
  const file = path.join(codexHome, 'hooks.json');
  const relay = relayPath(configHome, process.platform);
  const tables = [...codexEvents.keys()].map((event) => {
    const hook = { ...codexHookFor(event, relay, process.platform) };
    const hash = trustedHash({ event, group: 0, index: 0, hook });
    const place = event.replaceAll(/\B[A-Z]/gu, '_$&').toLowerCase();
    return `\n[hooks.state.${JSON.stringify(`${file}:${place}:0:0`)}]\ntrusted_hash = "${hash}"\n`;
  });
  await fs.appendFile(configFile, tables.join(''));
}
