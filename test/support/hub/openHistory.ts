import * as path from 'node:path';
import { History } from '../../../src/extension/hub/reading/past/history';
import { TranscriptReading, type ReadingParts } from '../../../src/extension/hub/reading/reading';
import { silentLog } from '../../../src/extension/util/log';
import { threadScripts } from './process/threadScripts';

/** The history of a config home, with its own reading thread. */
export class OpenHistory extends History {
  private constructor(readonly reading: TranscriptReading) {
    super({
      reading,
      costOf: () => undefined,
      marks: { marksOf: () => ({}), words: { sessions: new Map(), projects: new Map() } },
    });
  }

  static of(home: string, parts: Partial<ReadingParts> = {}): OpenHistory {
    return new OpenHistory(
      new TranscriptReading({
        script: path.join(threadScripts(), 'reading.js'),
        configHome: home,
        cacheFolder: path.join(home, 'cache'),
        log: silentLog,
        onNews: () => undefined,
        ...parts,
      }),
    );
  }

  close(): Promise<void> {
    return this.reading.close();
  }
}
