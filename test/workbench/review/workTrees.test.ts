import { clientInEditor } from '../../support/editor/clientFixture';
import { collision } from './collision';
import { removeWorktree } from './removeWorktree';
import { newWorktree } from './worktree';

/** Real clients in the work trees of one repository, in one editor. */
describe('', () => {
  const started = clientInEditor({}, true);
  collision(started);
  removeWorktree(started);
  newWorktree(started);
});
