import * as path from 'node:path';
import { callStory } from '../../support/calls/callStory';
import { matchGolden } from '../../support/recordings/golden';

const folder = path.join(__dirname, '../../fixtures/calls');

describe('A story of sessions and people', function () {
  this.timeout(120_000);

  for (const seed of ['1', '2', '3', '7']) {
    it(`calls the same windows and phones at the same times for seed ${seed}`, async () => {
      matchGolden(path.join(folder, `${seed}.txt`), await callStory(`seed ${seed}`, 250));
    });
  }
});
