import { mkdir } from 'node:fs/promises';
import * as path from 'node:path';
import { inOneEditor, useEditor } from '../support/editor/fixture';
import { removeHome, tempHome } from '../support/hub/tempHome';
import { showsAccounts } from './devices/accounts';
import { showsMachines } from './devices/machines';
import { connectsPhones } from './devices/phones';
import { findsSessions, PastSessions } from './sessions/findSession';
import { filtersTheTree } from './sessions/treeFilter';

let past: PastSessions;

inOneEditor(
  () =>
    useEditor(async () => {
      const root = await tempHome();
      past = new PastSessions(path.join(root, 'config'));
      await mkdir(past.home);
      await past.write();
      return {
        env: { CLAUDE_CONFIG_DIR: past.home, SHELL: '/bin/bash' },
        settings: { 'terminal.integrated.gpuAcceleration': 'off' },
        dispose: () => removeHome(root),
      };
    }),
  (started) => {
    // First, because it counts all sessions.
    findsSessions(started, () => past);
    filtersTheTree(started, () => past.home);
    showsMachines(started);
    showsAccounts(started);
    connectsPhones(started);
  },
);
