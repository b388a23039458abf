import * as fs from 'node:fs';
import * as path from 'node:path';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { readingOf } from '../../../support/readings/reading';
import { transcriptSets } from '../../../support/readings/transcriptSets';
import { matchGolden } from '../../../support/recordings/golden';

const golden = path.join(__dirname, '..', '..', '..', 'fixtures', 'readings');

describe('Facts, reader items, usage, signals of rules, ends and findings', () => {
  let home = '';
  beforeEach(async () => (home = await tempHome()));
  afterEach(() => removeHome(home));

  for (const set of transcriptSets()) {
    it(`of the transcripts of ${set.name} are those that were read before`, async () => {
      const projects = path.join(fs.realpathSync(home), 'projects');
      matchGolden(path.join(golden, `${set.name}.txt`), await readingOf(set, projects));
    });
  }
});
