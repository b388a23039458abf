import type {
  Badge,
  ChangedFile,
  Layer,
  SessionLabel,
  SessionView,
} from '../../../shared/api/missionControl';
import { layerTexts } from '../../../shared/words/layerTexts';
import { fileName, mainDocument } from './prose';
import { isAtRest } from './rest';
import { layerText } from './layerText';
import { labelOfLastTurn } from './turns';

type LabelFields = Pick<SessionLabel, 'label' | 'icon' | 'tone'>;

/** The shipped layer for writing: it labels the latest draft of a document and its export. */
export const creative: Layer = {
  id: 'creative',
  interpret(view) {
    const main = mainDocument(view);
    const exported = exportOf(view, main);
    const label = labelOfLastTurn(view, (turn) => {
      if (exported?.turn === turn) return exportLabel(exported.file);
      return main?.lastTurn === turn ? draftLabel(main) : undefined;
    });
    const badges = [
      ...(main === undefined ? [] : [draftBadge(main)]),
      ...(exported === undefined ? [] : [exportBadge(exported.file)]),
      ...(main !== undefined && asksForFeedback(view, main) ? [feedbackBadge(main)] : []),
    ];
    if (label === undefined && badges.length === 0) return undefined;
    return { ...label, badges };
  },
};

interface Exported {
  readonly turn: number;
  /** Name of the exported file. */
  readonly file: string | undefined;
}

/** Returns the last successful export; undefined if the document was changed after it. */
function exportOf(view: SessionView, main: ChangedFile | undefined): Exported | undefined {
  const last = view.signals.findLast(({ kind, ok }) => kind === 'export' && ok === true);
  if (last === undefined) return undefined;
  const { changes } = view;
  if (main !== undefined) {
    if (main.lastTurn > last.turn) return undefined;
    const isNewest = changes?.latest.at(-1) === main;
    if (isNewest && (changes?.lastAt ?? '') > last.at) return undefined;
  }
  const { file } = last.data;
  return { turn: last.turn, file: typeof file === 'string' ? fileName(file) : undefined };
}

function exportLabel(file: string | undefined): LabelFields {
  const label =
    file === undefined ? layerText(layerTexts.exportedSome) : layerText(layerTexts.exported, file);
  return { label, icon: 'export', tone: 'green' };
}

/** Labels a draft; one that was edited in several turns is a revision. */
function draftLabel({ path, turns }: ChangedFile): LabelFields {
  const message = turns > 1 ? layerTexts.revised : layerTexts.draftOf;
  return { label: layerText(message, turns, fileName(path)), icon: 'pencil', tone: 'blue' };
}

function draftBadge({ path, turns }: ChangedFile): Badge {
  return {
    text: layerText(layerTexts.draft, turns),
    icon: 'pencil',
    tooltip: layerText(layerTexts.draftTurns, turns, fileName(path)),
  };
}

function exportBadge(file: string | undefined): Badge {
  return {
    text: file ?? layerText(layerTexts.exportedSome),
    icon: 'export',
    tone: 'green',
    tooltip: layerText(layerTexts.exportedAfter),
  };
}

function feedbackBadge({ path }: ChangedFile): Badge {
  return {
    text: layerText(layerTexts.feedback),
    icon: 'book',
    tone: 'amber',
    tooltip: layerText(layerTexts.feedbackAsked, fileName(path)),
  };
}

/** True if the session asked a question or became idle in the turn that changed the document. */
function asksForFeedback({ core, turn }: SessionView, { lastTurn }: ChangedFile): boolean {
  const asks =
    core.state === 'awaiting_input' || (core.group === 'needs_you' && isAtRest(core.state));
  return asks && lastTurn === turn;
}
