import { mkdtempSync, rmSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Plugin } from 'esbuild';
import { buildScript } from '../build/buildScript';
import { projectRoot } from '../editor/paths';

/** `bare` has the tests' own view, by which everything below it is tried. */
export type View = 'own' | 'bare';

const built = new Map<View, Promise<string>>();

/** The folder with the phone's page, of the sources as they are now; built once a process. */
export function builtPhonePage(view: View = 'bare'): Promise<string> {
  const known = built.get(view) ?? build(view === 'bare' ? [bareView] : []);
  built.set(view, known);
  return known;
}

const bareView: Plugin = {
  name: 'bare-view',
  setup: (build) => {
    const namespace = 'bare-view';
    const contents = [
      "import './src/webview/styles/tokens.css';",
      "export { PhoneApp } from './test/support/phone/bareApp';",
    ].join('\n');
    build.onResolve({ filter: /^\.\/view\/PhoneApp$/ }, ({ path }) => ({ path, namespace }));
    build.onLoad({ filter: /.*/, namespace }, () => ({ contents, resolveDir: projectRoot }));
  },
};

async function build(plugins: readonly Plugin[]): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'phone-page-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { buildPhone } = await buildScript();
  await buildPhone(folder, plugins);
  return folder;
}
