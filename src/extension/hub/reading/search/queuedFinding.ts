import type { Word } from '../../../../shared/text/searchWords';
import { textIn } from '../../../util/json';
import { recordsIn } from '../../../agents/claude/entry/records';
import { UnreadPrompts } from '../../../agents/claude/entry/prompts/unreadPrompts';
import { excerptIn, type Excerpt } from './excerpt';

/**
 * Finds the words in prompts that are only in the client's queue and in no other line of the file.
 */
export class QueuedFinding {
  private readonly prompts = new UnreadPrompts<Excerpt>();

  constructor(private readonly words: readonly Word[]) {}

  get excerpt(): Excerpt | undefined {
    return this.prompts.values[0];
  }

  /** Applies the next line; it must have the words, but none of its shown texts has all of them. */
  applyLine(line: string): void {
    for (const record of recordsIn(line).records) {
      const at = textIn(record, 'timestamp');
      this.prompts.apply(record, (text) => excerptIn([{ speaker: 'You', text }], at, this.words));
    }
  }
}
