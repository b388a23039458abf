import { inOneEditor } from '../../support/editor/fixture';
import { stageInEditor } from '../../support/editor/stageInEditor';
import { startsSessionsFromTheBoard } from '../control/boardSession';
import { sendsPrompts } from '../control/prompts';
import { namesUnreadMachines } from '../devices/unreadMachines';
import { leadsToTerminals } from './goToTerminal';
import { showsALiveSession } from './liveSession';
import { showsSubagents } from './subagents';

/**
 * Real clients in one editor. The first suite counts all sessions and installs hooks; the second
 * removes them, and the last installs them again. Each leaves no running session.
 */
inOneEditor(stageInEditor, (started) => {
  showsALiveSession(started);
  showsSubagents(started);
  startsSessionsFromTheBoard(started);
  leadsToTerminals(started);
  sendsPrompts(started);
  namesUnreadMachines(started);
});
