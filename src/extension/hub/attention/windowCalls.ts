import type { LiveSession } from '../../../shared/protocol/protocol';
import { chooseWindows } from './chooseWindows';
import type { Incident } from './incidents';
import type { Commit } from './openOrders';
import type { SessionLocator, SessionLocation } from './places';
import type { NewOrder, Windows } from './windows';

/** A window that does not answer within this time, in ms, is skipped. */
const answerTimeoutMs = 1_500;

/** A notification that one window should show to the person. */
export interface WindowNotification {
  readonly incident: Pick<Incident, 'kind' | 'startedAt'>;
  readonly session: LiveSession;
  readonly order: (location: SessionLocation) => NewOrder;
  /** Called before the accepting window shows the notification; see `OpenOrders.ask`. */
  readonly commit: Commit;
  /** False once the notification is obsolete: no further window is asked. */
  readonly isOpen?: () => boolean;
}

/**
 * `inFront`: the person is looking at the session. `answered`: a window answered, or the
 * notification is obsolete. `none`: no window may show it. `silent`: no window answered.
 */
export type WindowNotificationOutcome = 'inFront' | 'answered' | 'none' | 'silent';

/** Asks windows in order of preference to show something to the person, until one has answered. */
export async function notifyInWindow(
  {
    windows,
    places,
  }: {
    readonly windows: Pick<Windows, 'present' | 'sendOrder'>;
    readonly places: Pick<SessionLocator, 'find'>;
  },
  { incident, session, order, commit, isOpen = () => true }: WindowNotification,
): Promise<WindowNotificationOutcome> {
  const location = await places.find(session);
  const choice = chooseWindows(incident, session, location, windows.present);
  if (choice.kind === 'inFront') return 'inFront';
  for (const { id } of choice.windows) {
    if (!isOpen()) return 'answered';
    const answer = await windows.sendOrder(id, order(location), answerTimeoutMs, commit);
    if (answer !== 'silent') return 'answered';
  }
  return choice.windows.length === 0 ? 'none' : 'silent';
}
