import * as fs from 'node:fs';
import * as path from 'node:path';
import { Corpus } from './corpus';
import { HistoryLog } from './historyLog';
import type { HistoryParameters } from './parameters';
import { planSessions } from './plan';
import { writeSession } from './session';
import type { HistorySummary } from './truth';

/**
 * Writes a config home with transcripts into an empty folder. Files beside `projects` contain the
 * true values of the history.
 */
export function generateHistory(folder: string, parameters: HistoryParameters): HistorySummary {
  const log = new HistoryLog(folder);
  const world = {
    projectsFolder: path.join(folder, 'projects'),
    corpus: new Corpus(parameters.seed),
    log,
    resultScale: parameters.resultScale,
  };
  for (const plan of planSessions(parameters)) writeSession(plan, world);
  const summary = log.close(parameters.until);
  fs.writeFileSync(
    path.join(folder, 'history.json'),
    `${JSON.stringify({ parameters, summary }, undefined, 2)}\n`,
  );
  return summary;
}
