import * as path from 'node:path';
import { codexHookRows, codexScenarios } from '../../../../support/agents/codexRecordings';
import { projectRoot } from '../../../../support/editor/paths';
import { matchGolden } from '../../../../support/recordings/golden';
import { timeline } from '../../../../support/recordings/timeline';

const folder = path.join(projectRoot, 'test', 'fixtures', 'timelines');

/** The timelines were reviewed line by line against the screens of the recordings. */
describe('Hooks of Codex', () => {
  for (const scenario of codexScenarios) {
    it(`alone show ${scenario} as it was`, () => {
      const lines = timeline(codexHookRows(scenario), ['hook'], (sessionId) => sessionId.slice(-4));
      matchGolden(path.join(folder, `codex-${scenario}.hooks.txt`), lines);
    });
  }
});
