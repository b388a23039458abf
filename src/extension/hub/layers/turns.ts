import type { SessionLabel, SessionView, Signal } from '../../../shared/api/missionControl';

type LabelFields = Pick<SessionLabel, 'label' | 'icon' | 'tone'>;

/**
 * Returns the label of the last turn that has a label or changed a file. Other turns, such as an
 * answer to a question, are skipped, because a returning person wants to know the result of the
 * work before them.
 */
export function labelOfLastTurn(
  view: SessionView,
  labelOf: (turn: number, signals: readonly Signal[]) => LabelFields | undefined,
): LabelFields | undefined {
  const files = view.changes?.latest ?? [];
  const edited = new Set(files.map(({ lastTurn }) => lastTurn));
  const turns = new Set([...view.signals.map(({ turn }) => turn), ...edited]);
  for (const turn of [...turns].sort((a, b) => b - a)) {
    const signals = view.signals.filter((signal) => signal.turn === turn);
    const label = labelOf(turn, signals);
    if (label !== undefined || edited.has(turn)) return label;
  }
  return undefined;
}
