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
  /** Width of the pane beside the lists; undefined if the pane replaces them. */
  readonly size: PaneSize | undefined;
}

/** The pane, in which the chosen session is read, answered and prompted at a fixed position. */
export function Pane({ size }: Props) {
  const chosen = useView((state) => state.chosen);
  const session = useBoard(({ sessions }) =>
    chosen === undefined ? undefined : sessions.get(chosen),
  );
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const guardDoubleClick = useDoubleClickGuard(chosen);
  return (
    <section
      id="pane"
      className="pane stack shrinks shrinks-down sized anchor"
      // In place of the lists the pane is the page's main landmark.
      role={size === undefined ? 'main' : undefined}
      aria-label={t('Session')}
      onClickCapture={guardDoubleClick}
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
 * Prevents the second click of a double-click on a card from pressing a control of the pane that
 * appeared under the pointer. The double-click opens the transcript, as it does when the pane is
 * beside the lists.
 */
function useDoubleClickGuard(sessionId: string | undefined): (event: MouseEvent) => void {
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

/** Returns from the pane to the lists that it replaces. */
function Back() {
  const { view } = usePage();
  return (
    <div className="pane-top rigid line-below">
      <button
        type="button"
        className="quiet across-inline gap-2"
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
