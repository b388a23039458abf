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
  /** Receives the element that holds the answer's buttons. */
  readonly setBar: (element: HTMLElement | null) => void;
}

/**
 * Controls below the scrolling area: the answer, the prompt box, links back and to the next
 * session. It grows upwards, so that the prompt box and the buttons stay in place after an answer.
 */
export function PaneFoot({ session, setBar }: Props) {
  const answered = useView((state) => state.answered);
  return (
    <div className="pane-foot grid middle rigid line-above" data-session={session?.sessionId}>
      <RefusalElsewhere except={answered?.call} />
      {answered !== undefined && <Back answered={answered} />}
      <div ref={setBar} className="pane-answer" />
      {session !== undefined && <PromptPanel key={session.sessionId} session={session} isOpen />}
      <Next sessionId={session?.sessionId} />
    </div>
  );
}

/** Link to the session that was answered last, with the reason if the answer was refused. */
function Back({ answered: { sessionId, call, text } }: { readonly answered: LastAnswer }) {
  const page = usePage();
  const title = useBoard(({ sessions }) => sessions.get(sessionId)?.title);
  const problem = useDecisions(({ sent }) => sent.get(call)) ?? '';
  if (title === undefined) return null;
  const name = plainTitle(title, 80) || t('Untitled session');
  return (
    <p className="pane-answered across gap-4 shrinks muted" data-alarming={problem !== ''}>
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

/** Button to the next blocked session, with their number; nothing if there is none. */
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
