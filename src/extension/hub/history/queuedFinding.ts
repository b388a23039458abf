import type { Word } from '../../../shared/text/searchWords';
import { textIn } from '../../transcript/entry/json';
import { queuedPrompt } from '../../transcript/entry/queuedPrompt';
import { recordsIn } from '../../transcript/entry/records';
import { excerptIn, type Excerpt } from './excerpt';

/** Type of the records of the queue, by which other lines need not be parsed once more. */
const queueType = '"queue-operation"';

/** Finds the words in prompts that only the client's queue has: those that no other line of the file tells. */
export class QueuedFinding {
  private found: { readonly json: string; readonly excerpt: Excerpt } | undefined;

  constructor(private readonly words: readonly Word[]) {}

  get excerpt(): Excerpt | undefined {
    return this.found?.excerpt;
  }

  /** Looks at the next line in which the words stand and where nobody says them. */
  lookAt(line: string): void {
    if (!line.includes(queueType)) {
      if (this.found !== undefined && line.includes(this.found.json)) this.found = undefined;
      return;
    }
    for (const record of recordsIn(line).records) {
      const text = queuedPrompt(record);
      if (text === undefined) {
        if (this.found !== undefined && line.includes(this.found.json)) this.found = undefined;
        continue;
      }
      const excerpt = excerptIn(
        [{ speaker: 'You', text }],
        textIn(record, 'timestamp'),
        this.words,
      );
      if (excerpt !== undefined)
        this.found ??= { json: JSON.stringify(text).slice(1, -1), excerpt };
    }
  }
}
