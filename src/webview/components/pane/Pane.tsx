import { useState } from 'react';
import { t } from '../../../shared/words/l10n';
import { useBoard, useView } from '../../page';
import { EditDiff } from '../../diff/EditDiff';
import { EditView } from '../request/editView';
import { IsWhole } from '../card/offers/RetryOffer';
import { AnswerBar } from '../request/AnswerButtons';
import { PaneEdge, type PaneSize } from './PaneEdge';
import { PaneFoot } from './PaneFoot';
import { PaneSession } from './PaneSession';

/** The chosen session beside the lists: read, answered and written to in one place that stands still. */
export function Pane(size: PaneSize) {
  const chosen = useView((state) => state.chosen);
  const session = useBoard(({ sessions }) =>
    chosen === undefined ? undefined : sessions.get(chosen),
  );
  const [bar, setBar] = useState<HTMLElement | null>(null);
  return (
    <section id="pane" className="pane" aria-label={t('Session')}>
      <PaneEdge {...size} />
      <EditView value={EditDiff}>
        <IsWhole value>
          {session === undefined ? (
            <NoSession wasThere={chosen !== undefined} />
          ) : (
            <AnswerBar value={bar}>
              <PaneSession key={session.sessionId} session={session} />
            </AnswerBar>
          )}
        </IsWhole>
      </EditView>
      <PaneFoot session={session} setBar={setBar} />
    </section>
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
