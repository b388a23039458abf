import * as path from 'node:path';
import type { Log } from '../../../util/log';
import { FolderWatches } from '../../transcripts/folderWatches';
import type { TranscriptWatch } from '../../transcripts/transcriptHome';
import { codexPlacesIn } from '../home/codexHome';
import { dayFolders } from './rolloutFolders';

/** Limit of watched folders of days; sessions that run add their own. */
const maxDays = 64;

/** Watches the program's transcripts, each folder of a day from the most recent ones on. */
export function watchRollouts(
  home: string,
  onChange: (file: string) => void,
  log: Log,
): TranscriptWatch {
  const { sessions, archived } = codexPlacesIn(home);
  const watches = new FolderWatches(sessions, log);
  const above = watches.group(maxDays);
  const days = watches.group(maxDays);

  /** Watches a folder of files, or at a greater depth a folder of folders. */
  function add(folder: string, depth: number, isNew = true): void {
    const onName = (name: string): void => {
      const inner = path.join(folder, name);
      if (depth > 0) add(inner, depth - 1);
      else if (name.endsWith('.jsonl')) onChange(inner);
    };
    const isAdded = (depth === 0 ? days : above).add(folder, onName);
    if (isAdded && isNew) watches.relistLater(folder, onName);
  }

  return {
    start() {
      watches.watch(home, (name) => {
        if (name === path.basename(sessions)) add(sessions, 3);
        else if (name === path.basename(archived)) add(archived, 0);
      });
      for (const day of dayFolders(sessions).slice(-maxDays / 2)) {
        add(path.dirname(path.dirname(day)), 2, false);
        add(path.dirname(day), 1, false);
        add(day, 0, false);
      }
      add(sessions, 3, false);
      add(archived, 0, false);
    },
    followSession: (transcript) => add(path.dirname(transcript), 0, false),
    dispose: () => watches.dispose(),
  };
}
