import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { inOneEditor, useEditor } from '../../support/editor/fixture';
import { openedPull, redTests, writeTurn } from '../../support/hub/deliveredWork';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { delivered } from './delivered';
import { labelRules, writeBookRules } from './labelRules';
import { looks } from './looks';
import { titles, type DeliveredWork } from './outcomesScene';

let root = '';

const work: DeliveredWork = {
  get root() {
    return root;
  },
  get book() {
    return path.join(root, 'book');
  },
  file: (id) => TranscriptFile.of(root, `5e551011-0000-4000-8000-0000000000${id}`),
};

inOneEditor(
  () =>
    useEditor(async () => {
      root = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'mission-control-')));
      await leaveForTenMinutes();
      await writeTurn(work.file('01'), titles[0], openedPull(41));
      await writeTurn(work.file('02'), titles[1], openedPull(7), openedPull(8), redTests);
      await writeTurn(work.file('03'), titles[2]);
      await installGh();
      await writeBookRules(work.book);
      const env = { CLAUDE_CONFIG_DIR: root, HOME: root, SHELL: '/bin/bash' };
      return {
        folder: work.book,
        env,
        dispose: () => fs.rm(root, { recursive: true, force: true }),
      };
    }),
  (started) => {
    looks(started, work);
    delivered(started, work);
    labelRules(started, work);
  },
);

/** Writes the state of a hub that ended when the person left. */
async function leaveForTenMinutes(): Promise<void> {
  const since = Date.now() - 10 * 60_000;
  const state = { allSeenAt: since, absence: { since, isTold: false }, sessions: {} };
  await fs.mkdir(path.join(root, 'mission-control'), { mode: 0o700 });
  const looksFile = path.join(root, 'mission-control', 'looks.json');
  await fs.writeFile(looksFile, JSON.stringify(state), { mode: 0o600 });
}

/** A stand-in that writes its arguments to the file `asked`. */
async function installGh(): Promise<void> {
  await fs.mkdir(path.join(root, 'bin'));
  const gh = `#!/bin/sh\nfor one; do echo "$one"; done >> ${root}/asked\necho '{"state":"MERGED"}'\n`;
  await fs.writeFile(path.join(root, 'bin', 'gh'), gh, { mode: 0o755 });
  // The editor's server takes its PATH from a login shell.
  await fs.writeFile(path.join(root, '.bash_profile'), `export PATH="${root}/bin:$PATH"\n`);
}
