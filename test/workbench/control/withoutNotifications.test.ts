import { clientInEditor } from '../../support/editor/clientFixture';
import { answersInTwoWindows } from './answerTwoWindows';
import { answersInAnotherEditor } from './otherEditor';
import { reviewsPlans } from './plan';

/** One real client whose requests no notification tells, in one editor. */
describe('', () => {
  const started = clientInEditor({ 'missionControl.notifications': 'off' });
  reviewsPlans(started);
  answersInAnotherEditor(started);
  answersInTwoWindows(started);
});
