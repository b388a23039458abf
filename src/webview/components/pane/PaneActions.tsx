import { isOfferedOnPage } from '../../../shared/actions/pageActions';
import type { ActionId } from '../../../shared/actions/sessionActions';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { actionById, shortcutFor } from '../../actions';
import { useBoard, usePage } from '../../page';
import { MoreActions } from '../card/MoreActions';

/** Actions with a button; the menu has all actions. */
const buttonActions: readonly ActionId[] = [
  'openTranscript',
  'reviewChanges',
  'goToTerminal',
  'dismiss',
  'restore',
];

/**
 * Actions hidden while a request can be answered: the request's buttons already link to the
 * terminal, and dismissing has to wait for the answer.
 */
const hiddenWhileAsked: ReadonlySet<ActionId> = new Set(['goToTerminal', 'dismiss']);

/** Buttons for the frequent actions on the session, except answering and prompting. */
export function PaneActions({ session }: { readonly session: LiveSession }) {
  const { sessionId } = session;
  const page = usePage();
  const board = useBoard((state) => state);
  const answers = session.pendingRequest?.call?.answerable === true;
  const shown = buttonActions.filter((id) => !answers || !hiddenWhileAsked.has(id));
  return (
    <div className="pane-ways across">
      {shown.map((id) => {
        const action = actionById(id);
        if (action === undefined || !isOfferedOnPage(action, session, board)) return null;
        const { Icon } = action;
        const name = action.nameFor(session);
        const shortcut = shortcutFor(action, session, board);
        return (
          <button
            key={id}
            type="button"
            className="quiet pane-way across-inline gap-5 shrinks"
            data-action={id}
            title={shortcut === undefined ? name : `${name} (${shortcut})`}
            onClick={() => action.run(page, session)}
          >
            <Icon className="icon" aria-hidden="true" /> <span className="ellipsis">{name}</span>
          </button>
        );
      })}
      <MoreActions sessionId={sessionId} isInPane />
    </div>
  );
}
