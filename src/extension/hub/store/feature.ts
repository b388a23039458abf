import { PrivateFolder } from '../../util/files/privateFolder';
import type { Core } from '../core';
import { StateHistory } from './stateHistory';

/** Records the activity of the sessions each day. */
export function createStatesFeature({ board, folder, losses }: Core) {
  const days = new PrivateFolder(folder.file('days'));
  const states = new StateHistory(days, losses.errorHandler('What the sessions did on a day'));
  states.subscribe(board);
  return {
    days,
    states,
    load: () => states.load(),
    close: () => states.flush(),
  };
}
