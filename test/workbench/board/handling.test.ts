import { clientInEditor } from '../../support/editor/clientFixture';
import { reviewSent } from '../review/reviewSent';
import { keyboard } from './keyboard';
import { typing } from './typing';

/** Real clients that a person handles on the board and in the editor, in one editor. */
describe('', () => {
  const started = clientInEditor({ 'missionControl.notifications': 'off' });
  keyboard(started);
  typing(started);
  reviewSent(started);
});
