import type { LiveSession } from '../../shared/protocol/protocol';
import { changeAnnouncement, announcedSessions, lostWorkAnnouncement } from './announce';
import type { Replica } from '../replica';
import { createStore } from '../store';

const mergeMs = 600;
const clearMs = 6000;

/** Texts of the live region; changes in quick succession are merged. */
export class Announcer {
  readonly text = createStore('');
  private before: Replica['sessions'] | undefined;
  private after: Replica['sessions'] = new Map();
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
    this.before ??= before;
    this.after = after;
    this.schedule();
  }

  /** Adds sessions that existed before, so that they are not announced as new. */
  addKnown(sessions: readonly LiveSession[]): void {
    if (this.before === undefined) return;
    const known = sessions.map((session) => [session.sessionId, session] as const);
    this.before = new Map([...known, ...this.before]);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private schedule(): void {
    if (this.before === undefined && this.sentences.size === 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.announceNow(), mergeMs);
  }

  private announceNow(): void {
    const before = this.before ?? this.after;
    const taken = lostWorkAnnouncement(before, this.after);
    const changes = changeAnnouncement(announcedSessions(before, this.after));
    // Two topics may have the same sentence.
    const uniqueSentences = new Set(this.sentences.values());
    const text = [...uniqueSentences, taken && `${taken}.`, changes].filter(Boolean).join(' ');
    this.sentences.clear();
    this.before = undefined;
    if (text === '') return;
    this.text.set(text);
    // Cleared, so that a repeated sentence is announced again.
    this.timer = setTimeout(() => this.text.set(''), clearMs);
  }
}
