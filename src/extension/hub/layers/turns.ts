import type { SessionLabel, SessionView, Signal } from '../../../shared/api/missionControl';

type LabelWords = Pick<SessionLabel, 'label' | 'icon' | 'tone'>;

/**
 * The label of the last turn with a result. A turn without a label that changed no file, such as an
 * answer to a question, is skipped, because a returning person wants to know the result of the work
 * before.
 */
export function labelOfLastTurn(
  view: SessionView,
  say: (turn: number, signals: readonly Signal[]) => LabelWords | undefined,
): LabelWords | undefined {
  const files = view.changes?.latest ?? [];
  const edited = new Set(files.map(({ lastTurn }) => lastTurn));
  const turns = new Set([...view.signals.map(({ turn }) => turn), ...edited]);
  for (const turn of [...turns].sort((a, b) => b - a)) {
    const signals = view.signals.filter((signal) => signal.turn === turn);
    const label = say(turn, signals);
    if (label !== undefined || edited.has(turn)) return label;
  }
  return undefined;
}
