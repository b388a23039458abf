import { clientInEditor } from '../../support/editor/clientFixture';
import { inOneEditor } from '../../support/editor/fixture';
import { collision } from './collision';
import { removeWorktree } from './removeWorktree';
import { newWorktree } from './worktree';

/** Real clients in the work trees of one repository, in one editor. */
inOneEditor(
  () => clientInEditor({}, true),
  (started) => {
    collision(started);
    removeWorktree(started);
    newWorktree(started);
  },
);
