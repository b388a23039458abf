import * as path from 'node:path';
import { textOf } from '../../../../../src/shared/text/fields';
import { codexHooksOf, codexScenarios } from '../../../../support/agents/codexRecordings';
import { projectRoot } from '../../../../support/editor/paths';
import { matchGolden } from '../../../../support/recordings/golden';
import type { Row } from '../../../../support/recordings/recording';
import { timeline } from '../../../../support/recordings/timeline';

const folder = path.join(projectRoot, 'test', 'fixtures', 'timelines');

function rowsOf(scenario: string): readonly Row[] {
  return codexHooksOf(scenario).map(({ at, ppid, payload }) => {
    const { hook_event_name: event, tool_name: tool, prompt, agent_id: agentId } = payload;
    const mark = [agentId === undefined ? '' : 'subagent', event, textOf(tool ?? prompt)]
      .join(' ')
      .trim();
    return { at, pid: ppid, mark, codexHook: payload };
  });
}

/** The timelines were reviewed line by line against the screens of the recordings. */
describe('Hooks of Codex', () => {
  for (const scenario of codexScenarios) {
    it(`alone show ${scenario} as it was`, () => {
      const lines = timeline(rowsOf(scenario), ['hook'], (sessionId) => sessionId.slice(-4));
      matchGolden(path.join(folder, `codex-${scenario}.hooks.txt`), lines);
    });
  }
});
