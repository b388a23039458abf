import { clientInEditor } from '../../support/editor/clientFixture';
import { inOneEditor } from '../../support/editor/fixture';
import { collision } from '../review/collision';
import { removeWorktree } from '../review/removeWorktree';
import { reviewSent } from '../review/reviewSent';
import { newWorktree } from '../review/worktree';
import { keyboard } from './keyboard';
import { typing } from './typing';

/**
 * Real clients that a person handles on the board and in the editor, then in the work trees of one
 * repository. The first suites need a window without notifications, the others one with
 * notifications.
 */
inOneEditor(
  () => clientInEditor({ 'missionControl.notifications': 'off' }, true),
  (started) => {
    keyboard(started);
    typing(started);
    reviewSent(started);
    collision(started);
    removeWorktree(started);
    newWorktree(started);
  },
);
