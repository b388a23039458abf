import { createContext, useContext, useMemo } from 'react';
import { counted, t } from '../shared/words/l10n';
import type { PagePlace } from '../shared/board/arrangement';
import type { FromPage, RevealMode } from '../shared/messages/pageMessages';
import type { AnswersState } from './decide/answers';
import { formatToken } from '../shared/board/filter/filterTokens';
import { fieldsOf } from '../shared/text/fields';
import { sectionHolding, type Criteria } from './layout/arrange';
import { PageBoard, type BoardState } from './board';
import { CardsInSight } from './decide/cardsInSight';
import { createClock } from './clock';
import { Decisions, type DecisionsState } from './decide/decisions';
import type { Host } from './host';
import { Tour } from './looks/tour';
import { PagePrompts, type PromptsState } from './decide/prompts';
import { chooseFirst } from './pane/pane';
import { Pulse, connectionAnnouncement } from './pulse';
import { Selection } from './select/selection';
import { useStore, type Store } from './store';
import { Drafts } from './typing/drafts';
import { TextFields } from './typing/fields';
import { KeyPause, type PauseReason } from './typing/keyPause';
import { supportsFollowUps } from '../shared/actions/cardFacts';
import { hasPane, View, type ViewState } from './view';

/** Key of the stored filter. */
const filterKey = 'filter';

/**
 * Messages that may be lost while the host is silent: they concern only the page, or are repeated.
 */
const droppableTypes: ReadonlySet<FromPage['type']> = new Set<FromPage['type']>([
  'ready',
  'ping',
  'revealed',
  'arrange',
  'shown',
  'inSight',
  'draft',
  'ask',
]);

/** Texts shown while shortcuts are ignored, by reason. */
export const keysOffTexts: Readonly<Record<PauseReason, () => string>> = {
  field: () => t('Keys are off for a moment: the field is gone.'),
  chord: () => t('Letters are ignored for a second after a shortcut with Ctrl, Cmd or Alt.'),
  word: () => t('Not done: you were typing, but no field has the focus.'),
};

/** The state and services that all components share. */
export interface Page {
  readonly board: PageBoard;
  readonly view: View;
  readonly clock: Store<number>;
  readonly place: PagePlace;
  readonly pulse: Pulse;
  readonly decisions: Decisions;
  readonly drafts: Drafts;
  readonly prompts: PagePrompts;
  /** Ignores shortcuts for a moment after a field disappeared, or after a chord. */
  readonly keyPause: KeyPause;
  readonly fields: TextFields;
  readonly cardsInSight: CardsInSight;
  readonly selection: Selection;
  readonly tour: Tour;
}

/**
 * Creates the page's state and services. `outerPulse` is the pulse of a surrounding page, which
 * already checks whether the host answers.
 */
export function createPage(editor: Host, outerPulse?: Pulse): Page {
  const refuse = (reason: string): void => board.announcer.announce(reason);
  const pulse = outerPulse ?? new Pulse({ host: editor, refuse });
  const host: Host = { ...editor, post: pulse.guard(editor.post, droppableTypes) };
  const view = new View(host);
  const decisions = new Decisions(host);
  const keyPause = new KeyPause((reason) => board.announcer.announce(keysOffTexts[reason]()));
  const fields = new TextFields({ onLost: () => keyPause.start(), onFound: () => keyPause.stop() });
  const focused = () => fields.focused.get();
  const drafts = new Drafts({ host, focused, caret: () => fields.caret });
  const prompts = new PagePrompts(host, drafts, () => pulse.refuseIfLost());
  const board: PageBoard = new PageBoard(
    host,
    (sessionId, how) => {
      reveal({ board, view }, sessionId, how);
      const session = board.state.get().sessions.get(sessionId);
      if (how === 'followUp' && session !== undefined && supportsFollowUps(session))
        prompts.openFollowUpRow(session);
    },
    (message) => {
      decisions.handleMessage(message);
      drafts.handleMessage(message);
      prompts.handleMessage(message);
    },
    (columns) => view.expandReady(columns),
  );
  const restoredField = fieldsOf(drafts.storedCaret)['field'];
  board.state.subscribe(() => chooseFirst({ board, view }, restoredField));
  pulse.isLost.subscribe(() =>
    board.announcer.announce(connectionAnnouncement(pulse), 'connection'),
  );
  let applied = criteriaOf(view);
  board.setCriteria(applied);
  view.state.subscribe(() => {
    const next = criteriaOf(view);
    if (next.filter === applied.filter && next.sort === applied.sort) return;
    applied = next;
    board.setCriteria(next);
  });
  persistTyping({ fields, drafts, view });
  const clock = createClock();
  const cardsInSight = new CardsInSight(({ inSight, inHand }) =>
    host.post({ type: 'inSight', sessionIds: [...inSight], inHand: [...inHand] }),
  );
  const selection = new Selection((count) =>
    board.announcer.announce(selectedText(count), 'selection'),
  );
  const tour = new Tour({
    board,
    place: editor.place,
    reveal: (sessionId, how) => reveal({ board, view }, sessionId, how),
  });
  return {
    place: editor.place,
    board,
    view,
    clock,
    pulse,
    decisions,
    drafts,
    prompts,
    keyPause,
    fields,
    cardsInSight,
    selection,
    tour,
  };
}

/** Text for the number of selected sessions. */
export function selectedText(count: number): string {
  if (count === 0) return t('Nothing selected');
  return counted(count, '{0} selected', '{0} selected');
}

/** Stores drafts, filter and caret position, and restores them after a reload. */
function persistTyping({ fields, drafts, view }: Pick<Page, 'fields' | 'drafts' | 'view'>): void {
  fields.watch();
  fields.focusWhenAvailable(drafts.storedCaret);
  fields.focused.subscribe(() => drafts.write());
  view.restoreFilter(drafts.get(filterKey));
  let lastInput = view.state.get().filterInput;
  view.state.subscribe(() => {
    const { filterInput } = view.state.get();
    if (filterInput === lastInput) return;
    lastInput = filterInput;
    const tokens = filterInput.tokens.map(formatToken).join(' ');
    drafts.store(filterKey, { tokens, text: filterInput.text });
  });
}

/**
 * Reveals a session in the pane or the lists. Clears a filter that hides its card, unless `how` is
 * `show`.
 */
export function reveal(
  { board, view }: Pick<Page, 'board' | 'view'>,
  sessionId: string,
  how: RevealMode,
): void {
  const session = board.state.get().sessions.get(sessionId);
  if (session === undefined) return;
  const { paneAt, layout } = view.state.get();
  const isPaneEnough = paneAt !== undefined && layout !== 'day';
  const needsCard = !isPaneEnough || how === 'focus' || how === 'explain';
  // Other cards move only to make room for a card that is needed but not rendered.
  if (needsCard) board.moveCardsToShow(sessionId);
  const isHidden = sectionHolding(board.state.get().columns, sessionId) === undefined;
  if (isHidden && how !== 'show') view.clearFilter();
  if (needsCard) view.reveal(session, board.state.get().columns, how);
  else view.show(sessionId, how);
}

function criteriaOf({ state }: View): Criteria {
  const { filter, sort } = state.get();
  return { filter, sort };
}

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('A component of the page is used outside of it.');
  return page;
}

export function useBoard<Part>(select: (state: BoardState) => Part): Part {
  return useStore(usePage().board.state, select);
}

/**
 * True if the page is in an editor, with its terminals, files and settings. A phone has none of
 * these, and no keyboard shortcuts. The phone panel has no `PageContext`, but is in an editor.
 */
export function useHasEditor(): boolean {
  return useContext(PageContext)?.place !== 'phone';
}

/** True while the host is silent, so that actions have no effect. */
export function useIsLost(): boolean {
  return useStore(usePage().pulse.isLost, (isLost) => isLost);
}

/**
 * The sessions whose cards are rendered, including those that left the board but whose cards are
 * kept in place.
 */
export function useRenderedSessions(): BoardState['sessions'] {
  const sessions = useBoard((state) => state.sessions);
  const leftSessions = useBoard((state) => state.leftSessions);
  return useMemo(
    () => (leftSessions.size === 0 ? sessions : new Map([...leftSessions, ...sessions])),
    [sessions, leftSessions],
  );
}

/** True while the pane is visible. */
export function useHasPane(): boolean {
  return useView(hasPane);
}

export function useView<Part>(select: (state: ViewState) => Part): Part {
  return useStore(usePage().view.state, select);
}

export function useAnswers<Part>(select: (state: AnswersState) => Part): Part {
  return useStore(usePage().board.answers.state, select);
}

export function usePrompts<Part>(select: (state: PromptsState) => Part): Part {
  return useStore(usePage().prompts.state, select);
}

export function useDecisions<Part>(select: (state: DecisionsState) => Part): Part {
  return useStore(usePage().decisions.state, select);
}

/** The draft with a key; undefined if there is none. */
export function useDraft(key: string): unknown {
  return useStore(usePage().drafts.state, (drafts) => drafts.get(key));
}
