import * as fs from 'node:fs';
import * as path from 'node:path';
import { codexFormat } from '../../../../src/extension/agents/codex/transcripts';
import {
  codexScenarios,
  codexHookRows,
  codexSteps,
  codexTranscriptSet,
} from '../../../support/agents/codexRecordings';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { readingOf } from '../../../support/readings/reading';
import { matchGolden } from '../../../support/recordings/golden';
import { RowReader } from '../../../support/recordings/recording';
import { timelineOf, type TimelineStep } from '../../../support/recordings/timeline';

const fixtures = path.join(__dirname, '..', '..', '..', 'fixtures');

describe('Recordings of Codex', () => {
  let home = '';
  beforeEach(async () => (home = await tempHome()));
  afterEach(() => removeHome(home));

  for (const name of codexScenarios) {
    it(`of ${name} have the facts, items, usage, signals and hits that were read before`, async () => {
      const reading = await readingOf(
        codexTranscriptSet(name),
        path.join(fs.realpathSync(home), 'codex'),
        codexFormat,
      );
      matchGolden(path.join(fixtures, 'readings', `codex-${name}.txt`), reading);
    });

    it(`of ${name} have the states that their transcripts alone showed before`, () => {
      matchGolden(
        path.join(fixtures, 'timelines', `codex-${name}.no-hooks.txt`),
        timelineOf(codexSteps(name), (sessionId) => sessionId.slice(-4)),
      );
    });

    it(`of ${name} have the states that transcripts and hooks together showed before`, () => {
      const reader = new RowReader();
      const hooks = codexHookRows(name).map((row): TimelineStep => ({
        ...row,
        events: () => reader.events(row),
      }));
      const steps = [...codexSteps(name), ...hooks].toSorted((a, b) => a.at - b.at);
      matchGolden(
        path.join(fixtures, 'timelines', `codex-${name}.both.txt`),
        timelineOf(steps, (sessionId) => sessionId.slice(-4)),
      );
    });
  }
});
