import type { Plugin } from 'esbuild';
import { buildScript } from '../build/buildScript';
import { builtOnce } from '../build/builtOnce';
import { projectRoot } from '../editor/paths';
import { countStart } from '../startCounts';

/** `bare` is the tests' own view, with which everything below the view is tested. */
export type View = 'own' | 'bare';

/** Folder with the phone's page, built from the current sources; it must not be modified. */
export function builtPhonePage(view: View = 'bare'): Promise<string> {
  return builtOnce(`phone ${view}`, async (folder) => {
    countStart('bundle');
    const { buildPhone } = await buildScript();
    await buildPhone(folder, view === 'bare' ? [bareView] : []);
  });
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
