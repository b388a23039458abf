import { X } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import { reveal, useBoard, useDecisions, useHasPane, usePage } from '../../page';
import { ToolButton } from '../ToolButton';

/** Why the answer to a call was refused, shown beside its request. */
export function RefusalNote({
  call,
  problem,
}: {
  readonly call: string;
  readonly problem: string;
}) {
  const { decisions } = usePage();
  const isUnseen = useDecisions(({ unseen }) => unseen.has(call));
  useLayoutEffect(() => {
    if (isUnseen) decisions.markRefusalSeen(call);
  }, [isUnseen, decisions, call]);
  return (
    <p className="answer-note small muted" data-alarming="true" role="alert">
      {problem}
    </p>
  );
}

interface Props {
  /** Id of a call whose refusal is already shown. */
  readonly except?: string | undefined;
}

/**
 * A refused answer whose request is still open while its session is not shown; links back to it.
 */
export function RefusalElsewhere({ except = '' }: Props) {
  const page = usePage();
  const unseen = useDecisions((state) => state.unseen);
  const session = useBoard(({ sessions }) => {
    if (unseen.size === 0) return undefined;
    return [...sessions.values()].find(({ pendingRequest }) => {
      const id = pendingRequest?.call?.id ?? '';
      return id !== except && unseen.has(id);
    });
  });
  const call = session?.pendingRequest?.call?.id ?? '';
  const problem = useDecisions(({ sent }) => sent.get(call)) ?? '';
  if (session === undefined || problem === '') return null;
  const name = plainTitle(session.title, 80) || t('Untitled session');
  return (
    <div className="refusal across gap-4-8 rigid surface" role="alert">
      <p className="grows shrinks red breaks">{`${name}: ${problem}`}</p>
      <button
        type="button"
        className="quiet"
        data-action="back"
        onClick={() => reveal(page, session.sessionId, 'answer')}
      >
        {t('Show')}
      </button>
      <ToolButton name={t('Hide')} Icon={X} onClick={() => page.decisions.markRefusalSeen(call)} />
    </div>
  );
}

/** `RefusalElsewhere` at the bottom of a page without pane, where it does not shift anything. */
export function RefusalBelow() {
  return useHasPane() ? null : <RefusalElsewhere />;
}
