import type { LiveSession } from '../../shared/protocol/protocol';
import { changeAnnouncement, announcedSessions, lostWorkAnnouncement } from './announce';
import type { Replica } from '../replica';
import { createStore } from '../store';

/** Time in ms without a change after which the collected texts are announced as one. */
const mergeMs = 600;
/** Time in ms after which an announced text is removed. */
const clearMs = 6000;

/** Texts of the live region; changes in quick succession are merged. */
export class Announcer {
  readonly text = createStore('');
  /** The sessions at the last announcement; undefined if none has changed since. */
  private announcedState: Replica['sessions'] | undefined;
  private currentState: Replica['sessions'] = new Map();
  /** Sentences to announce, by topic. */
  private readonly sentences = new Map<string, string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Announces a sentence; of several with the same topic only the last is announced. */
  announce(sentence: string, topic = sentence): void {
    this.sentences.set(topic, sentence);
    this.schedule();
  }

  /**
   * Announces changes of sessions; a change that is reverted before the announcement is omitted.
   */
  sessionsChanged(before: Replica['sessions'], after: Replica['sessions']): void {
    this.announcedState ??= before;
    this.currentState = after;
    this.schedule();
  }

  /** Adds sessions that existed before, so that they are not announced as new. */
  addKnown(sessions: readonly LiveSession[]): void {
    if (this.announcedState === undefined) return;
    const known = sessions.map((session) => [session.sessionId, session] as const);
    this.announcedState = new Map([...known, ...this.announcedState]);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private schedule(): void {
    if (this.announcedState === undefined && this.sentences.size === 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.announceNow(), mergeMs);
  }

  private announceNow(): void {
    const before = this.announcedState ?? this.currentState;
    const lostWork = lostWorkAnnouncement(before, this.currentState);
    const changes = changeAnnouncement(announcedSessions(before, this.currentState));
    // Two topics may have the same sentence.
    const uniqueSentences = new Set(this.sentences.values());
    const text = [...uniqueSentences, lostWork && `${lostWork}.`, changes]
      .filter(Boolean)
      .join(' ');
    this.sentences.clear();
    this.announcedState = undefined;
    if (text === '') return;
    this.text.set(text);
    // Cleared, so that a repeated sentence is announced again.
    this.timer = setTimeout(() => this.text.set(''), clearMs);
  }
}
