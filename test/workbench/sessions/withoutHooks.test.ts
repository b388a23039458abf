import { stageInEditor } from '../../support/editor/stageInEditor';
import { startsSessionsFromTheBoard } from '../control/boardSession';
import { leadsToTerminals } from './goToTerminal';
import { showsALiveSession } from './liveSession';
import { showsSubagents } from './subagents';

/** Real clients in one editor. The first suite counts what there is, and installs hooks; the second removes them. */
describe('', () => {
  const started = stageInEditor();
  showsALiveSession(started);
  showsSubagents(started);
  leadsToTerminals(started);
  startsSessionsFromTheBoard(started);
});
