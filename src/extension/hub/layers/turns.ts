import type { SessionLabel, SessionView, Signal } from '../../../shared/api/missionControl';

type Saying = Pick<SessionLabel, 'label' | 'icon' | 'tone'>;

/**
 * The label of the last turn with a result. A turn without a label that changed no file, such as an
 * answer to a question, is skipped, because a returning person wants to know the result of the work
 * before.
 */
export function ofLastTurn(
  view: SessionView,
  say: (turn: number, signals: readonly Signal[]) => Saying | undefined,
): Saying | undefined {
  const files = view.changes?.latest ?? [];
  const edited = new Set(files.map(({ lastTurn }) => lastTurn));
  const turns = new Set([...view.signals.map(({ turn }) => turn), ...edited]);
  for (const turn of [...turns].sort((a, b) => b - a)) {
    const signals = view.signals.filter((signal) => signal.turn === turn);
    const said = say(turn, signals);
    if (said !== undefined || edited.has(turn)) return said;
  }
  return undefined;
}
