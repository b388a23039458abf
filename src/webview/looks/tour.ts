import { sections } from '../../shared/board/boardOrder';
import type { PagePlace } from '../../shared/board/arrangement';
import type { RevealMode } from '../../shared/messages/pageMessages';
import type { Digest, Look } from '../../shared/protocol/looks';
import { t } from '../../shared/words/l10n';
import type { PageBoard } from '../board';
import { createStore } from '../store';

/** Position in a tour of the digest's sessions. */
export interface TourState {
  /** Copy of the digest, because the hub removes the digest once all sessions were seen. */
  readonly digest: Digest;
  readonly ids: readonly string[];
  /** Index in `ids` of the current session. */
  readonly place: number;
}

export interface TourParts {
  readonly board: PageBoard;
  readonly place: PagePlace;
  readonly reveal: (sessionId: string, how: RevealMode) => void;
}

/**
 * Steps through the sessions that changed, and marks each shown one as seen. In the side bar a step
 * also opens the transcript beside it; in an editor tab that would cover the board.
 */
export class Tour {
  readonly state = createStore<TourState | undefined>(undefined);

  constructor(private readonly parts: TourParts) {}

  /**
   * Moves by one session, or starts the tour. A button keeps the focus; a key moves it to the card.
   */
  step(by: 1 | -1, how: RevealMode): void {
    const { digest, ids, place } = this.updatedTour() ?? {};
    if (digest === undefined || ids === undefined || place === undefined)
      return this.showNextChanged(how);
    const next = place + by;
    const sessionId = ids[next];
    if (sessionId === undefined) return this.announce(t('No other session changed.'));
    this.state.set({ digest, ids, place: next });
    this.announce(t('{0} of {1}', next + 1, ids.length));
    this.show(sessionId, how);
  }

  /** Ends the tour and closes the digest. */
  close(): void {
    const hasDigest = this.parts.board.state.get().summary.digest !== undefined;
    this.state.set(undefined);
    if (hasDigest) this.sendLook({ of: 'digest' });
  }

  markAllAsSeen(): void {
    this.state.set(undefined);
    this.sendLook({ of: 'all' });
    this.announce(t('All sessions are marked as seen.'));
  }

  /** The tour with sessions added since the last step; undefined without a digest. */
  private updatedTour(): TourState | undefined {
    const { sessions, summary } = this.parts.board.state.get();
    const { digest } = summary;
    const state = currentTour(this.state.get(), digest);
    if (state === undefined) return digest && { digest, ids: digest.sessionIds, place: -1 };
    const added = digest?.sessionIds.filter((id) => !state.ids.includes(id)) ?? [];
    const shown = state.ids[state.place];
    const ids = [...state.ids, ...added].filter((id) => sessions.has(id) || id === shown);
    return { digest: digest ?? state.digest, ids, place: ids.indexOf(shown ?? '') };
  }

  /** Without a digest, shows the most urgent session that changed. */
  private showNextChanged(how: RevealMode): void {
    const { columns, sessions } = this.parts.board.state.get();
    const ids = sections.flatMap((section) => columns[section]);
    const next = ids.find((id) => sessions.get(id)?.unseen === true);
    if (next === undefined) this.announce(t('Nothing changed since you looked.'));
    else this.show(next, how);
  }

  private show(sessionId: string, how: RevealMode): void {
    const { board, place, reveal } = this.parts;
    this.sendLook({ of: 'sessions', sessionIds: [sessionId] });
    reveal(sessionId, how);
    if (place === 'side') board.post({ type: 'openTranscript', sessionId });
  }

  private sendLook(request: Look): void {
    this.parts.board.post({ type: 'act', name: 'lookAt', request });
  }

  private announce(sentence: string): void {
    this.parts.board.announcer.announce(sentence, 'tour');
  }
}

/** The tour, unless it belongs to an earlier digest. */
export function currentTour(
  state: TourState | undefined,
  digest: Digest | undefined,
): TourState | undefined {
  return digest !== undefined && digest.since !== state?.digest.since ? undefined : state;
}
