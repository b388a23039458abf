import { t } from '../../../shared/words/l10n';
import { isRunning, isWithoutTerminal } from '../../../shared/presentation';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { ResumeError } from '../../agents/commands';

interface TakeOverParts {
  readonly board: Pick<BoardModel, 'get' | 'onDidChange'>;
  readonly hub: Calls<'act'>;
  readonly control: { reasonAgainst(projectPath: string): string | undefined };
  /** Asks whether the session may be interrupted. */
  readonly confirm: (session: LiveSession) => Promise<boolean>;
}

/** Maximum time in ms until the board shows that the client has exited. */
const endMs = 20_000;

/**
 * Ends the runner of a session without a terminal, so that the session can be resumed in one.
 * Resolves with false if the person declines; rejects with a `ResumeError` if the runner does not
 * end.
 */
export async function takeOver(parts: TakeOverParts, session: LiveSession): Promise<boolean> {
  const { board, hub, control, confirm } = parts;
  const { sessionId, projectPath, agentState } = session;
  const against = control.reasonAgainst(projectPath);
  if (against !== undefined) throw new ResumeError(against);
  const rests = agentState.group !== 'autonomous' && session.pendingRequest === undefined;
  if (!rests && !(await confirm(session))) return false;
  const isGone = (): boolean => {
    const now = board.get(sessionId);
    return now === undefined || (!isRunning(now) && !isWithoutTerminal(now));
  };
  const hasEnded =
    isGone() || (await hub.call('act', { sessionId, act: 'release' })).outcome === 'done';
  if (hasEnded && (await becomesTrue(board, isGone))) return true;
  throw new ResumeError(
    t('The process of this session won’t end. End it yourself, then resume the session.'),
  );
}

function becomesTrue(
  board: Pick<BoardModel, 'onDidChange'>,
  isTrue: () => boolean,
): Promise<boolean> {
  if (isTrue()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const done = (value: boolean): void => {
      clearTimeout(timer);
      changes.dispose();
      resolve(value);
    };
    const timer = setTimeout(() => done(false), endMs);
    const changes = board.onDidChange(() => {
      if (isTrue()) done(true);
    });
  });
}
