import { announcementOf, noteworthy } from './announce';
import type { Replica } from './replica';
import { createStore } from './store';

const mergeMs = 600;
const clearMs = 6000;

/** What the live region says: changes of a moment are merged into one text. */
export class Announcer {
  readonly text = createStore('');
  private before: Replica['sessions'] | undefined;
  private after: Replica['sessions'] = new Map();
  private readonly sentences: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  say(sentence: string): void {
    this.sentences.push(sentence);
    this.schedule();
  }

  /** A change that is taken back before the text is spoken is not heard. */
  sessionsChanged(before: Replica['sessions'], after: Replica['sessions']): void {
    this.before ??= before;
    this.after = after;
    this.schedule();
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private schedule(): void {
    if (this.before === undefined && this.sentences.length === 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.speak(), mergeMs);
  }

  private speak(): void {
    const changes = announcementOf(noteworthy(this.before ?? this.after, this.after));
    const text = [...this.sentences.splice(0), ...(changes ? [changes] : [])].join(' ');
    this.before = undefined;
    if (text === '') return;
    this.text.set(text);
    // Emptied, so that the same text is heard again when it is said again.
    this.timer = setTimeout(() => this.text.set(''), clearMs);
  }
}
