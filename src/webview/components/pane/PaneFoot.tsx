import { ChevronRight } from 'lucide-react';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import { reveal, useBoard, useDecisions, usePage, useView } from '../../page';
import { othersWaiting } from '../../pane/nextInLine';
import type { LastAnswer } from '../../pane/pane';
import { PromptPanel } from '../prompt/PromptPanel';
import { RefusalElsewhere } from '../request/Refusal';

interface Props {
  readonly session: LiveSession | undefined;
  /** Takes the element that holds the buttons of the answer. */
  readonly setBar: (element: HTMLElement | null) => void;
}

/**
 * Controls beneath everything that scrolls: the answer, the box for the next prompt, the ways on and back.
 * It grows upwards, so the box for the next prompt and the buttons stay where they are after an answer.
 */
export function PaneFoot({ session, setBar }: Props) {
  const answered = useView((state) => state.answered);
  return (
    <div className="pane-foot" data-session={session?.sessionId}>
      <RefusalElsewhere except={answered?.call} />
      {answered !== undefined && <Back answered={answered} />}
      <div ref={setBar} className="pane-answer" />
      {session !== undefined && <PromptPanel key={session.sessionId} session={session} isOpen />}
      <Next sessionId={session?.sessionId} />
    </div>
  );
}

/** The way back to the session that was answered last; says so where the answer was refused. */
function Back({ answered: { sessionId, call, text } }: { readonly answered: LastAnswer }) {
  const page = usePage();
  const title = useBoard(({ sessions }) => sessions.get(sessionId)?.title);
  const problem = useDecisions(({ sent }) => sent.get(call)) ?? '';
  if (title === undefined) return null;
  const name = plainTitle(title, 80) || t('Untitled session');
  return (
    <p className="pane-answered across muted gap-4" data-alarming={problem !== ''}>
      <span className="ellipsis" title={problem === '' ? name : problem}>
        {problem === '' ? `${text} ${name}` : `${name}: ${problem}`}
      </span>
      <button
        type="button"
        className="quiet"
        data-action="back"
        onClick={() => reveal(page, sessionId, 'answer')}
      >
        {t('Show')}
      </button>
    </p>
  );
}

/** Leads to the next session that is blocked, with their number; nothing where none is. */
function Next({ sessionId }: { readonly sessionId: string | undefined }) {
  const page = usePage();
  const next = useBoard((state) => othersWaiting(state, sessionId)[0]);
  const count = useBoard((state) => othersWaiting(state, sessionId).length);
  if (next === undefined) return null;
  return (
    <button
      type="button"
      className="secondary pane-next across-inline gap-4"
      data-action="next"
      title="N"
      onClick={() => reveal(page, next, 'show')}
    >
      {t('Next ({0})', count)} <ChevronRight className="icon" aria-hidden="true" />
    </button>
  );
}
