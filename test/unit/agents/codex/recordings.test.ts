import * as fs from 'node:fs';
import * as path from 'node:path';
import { codexFormat } from '../../../../src/extension/agents/codex/transcripts';
import {
  codexScenarios,
  codexSteps,
  codexTranscriptSet,
} from '../../../support/agents/codexRecordings';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { readingOf } from '../../../support/readings/reading';
import { matchGolden } from '../../../support/recordings/golden';
import { timelineOf } from '../../../support/recordings/timeline';

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
  }
});
