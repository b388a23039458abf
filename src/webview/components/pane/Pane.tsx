import { ChevronLeft } from 'lucide-react';
import { useRef, useState, type MouseEvent } from 'react';
import { t } from '../../../shared/words/l10n';
import { useBoard, usePage, useView } from '../../page';
import { EditDiff } from '../../diff/EditDiff';
import { EditView } from '../request/editView';
import { CardMenu } from '../card/CardMenu';
import { AnswerBar } from '../request/AnswerButtons';
import { PaneEdge, type PaneSize } from './PaneEdge';
import { PaneFoot } from './PaneFoot';
import { PaneSession } from './PaneSession';

interface Props {
  /** Its width beside the lists; undefined where it has their place. */
  readonly size: PaneSize | undefined;
}

/** The chosen session: read, answered and written to in one place that stands still. */
export function Pane({ size }: Props) {
  const chosen = useView((state) => state.chosen);
  const session = useBoard(({ sessions }) =>
    chosen === undefined ? undefined : sessions.get(chosen),
  );
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const ownClicks = useOwnClicks(chosen);
  return (
    <section
      id="pane"
      className="pane stack"
      // The lists are not there then, and this is the page.
      role={size === undefined ? 'main' : undefined}
      aria-label={t('Session')}
      onClickCapture={ownClicks}
    >
      {size === undefined ? <Back /> : <PaneEdge {...size} />}
      <EditView value={EditDiff}>
        {session === undefined ? (
          <NoSession wasThere={chosen !== undefined} />
        ) : (
          <AnswerBar value={bar}>
            <PaneSession key={session.sessionId} session={session} />
          </AnswerBar>
        )}
      </EditView>
      <PaneFoot session={session} setBar={setBar} />
      {size === undefined && <CardMenu />}
    </section>
  );
}

/**
 * Keeps the second click of a double-click on a card from the control of the pane that came beneath the pointer. As
 * beside the lists, it opens the transcript.
 */
function useOwnClicks(sessionId: string | undefined): (event: MouseEvent) => void {
  const { board } = usePage();
  const isSingle = useRef(false);
  return (event) => {
    const isOwn = event.detail < 2 || isSingle.current;
    if (event.detail === 1) isSingle.current = true;
    if (isOwn) return;
    event.preventDefault();
    event.stopPropagation();
    if (sessionId !== undefined) board.post({ type: 'openTranscript', sessionId });
  };
}

/** Leads from the pane back to the lists whose place it has. */
function Back() {
  const { view } = usePage();
  return (
    <div className="pane-top">
      <button
        type="button"
        className="quiet"
        data-action="toLists"
        onClick={() => view.closePane()}
      >
        <ChevronLeft className="icon" aria-hidden="true" /> {t('Back to the Board')}
      </button>
    </div>
  );
}

function NoSession({ wasThere }: { readonly wasThere: boolean }) {
  return (
    <div className="pane-empty">
      <p>
        {wasThere
          ? t('This session is no longer on the board.')
          : t('No session needs you right now. Choose one to see all of it.')}
      </p>
    </div>
  );
}
