import { pinnedVersion } from '../../support/claude/install';
import { inOneEditor } from '../../support/editor/fixture';
import { commandSettings, stageInEditor } from '../../support/editor/stageInEditor';
import { installHooks } from '../../support/watchedHub';
import { notifies } from '../notifications';
import { findsAndResumes, leaveSession } from './resume';
import { offersToResume, OutsideSessions } from './stranded';

const outside = new OutsideSessions();
let left = '';

/** Real clients with hooks in one editor, then only hooks. Each suite leaves no running session. */
inOneEditor(
  () =>
    stageInEditor(async (stage) => {
      const { home, client } = stage;
      await installHooks(home.configHome, { path: client, version: pinnedVersion });
      left = await leaveSession(stage);
      await outside.goDown(stage);
      return commandSettings(stage);
    }),
  (started) => {
    offersToResume(started, outside);
    findsAndResumes(started, () => left);
    notifies(started, () => started.home.configHome);
  },
);
