import { clientInEditor } from '../../support/editor/clientFixture';
import { inOneEditor } from '../../support/editor/fixture';
import { reviewSent } from '../review/reviewSent';
import { keyboard } from './keyboard';
import { typing } from './typing';

/** Real clients that a person handles on the board and in the editor, in one editor. */
inOneEditor(
  () => clientInEditor({ 'missionControl.notifications': 'off' }),
  (started) => {
    keyboard(started);
    typing(started);
    reviewSent(started);
  },
);
