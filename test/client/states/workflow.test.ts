import assert from 'node:assert/strict';
import type { SubagentCard } from '../../../src/shared/protocol/protocol';
import { newestVersion } from '../../support/claude/install';
import { say, tool } from '../../support/claude/reply';
import { ClientStage } from '../../support/claude/stage';

const greet = [
  "export const meta = { name: 'greet', description: 'Greets' };",
  "const failed = agent('[[lost]] say nothing', { label: 'say nothing' }).catch(() => undefined);",
  "const hello = agent('[[child]] say hello', { label: 'say hello' });",
  'await failed;',
  'return await hello;',
].join('\n');

/** True once both have ended and their usage is known. */
const areOver = (subagents: readonly SubagentCard[]): boolean =>
  subagents.length === 2 &&
  subagents.every(({ state, tokens }) => state === 'completed' && tokens !== undefined);

for (const hooks of [true, false]) {
  describe(`The agents of a workflow, ${hooks ? 'with' : 'without'} hooks`, function () {
    this.timeout(120_000);
    let stage: ClientStage;

    before(async () => {
      const settings = { permissions: { allow: ['Workflow'] } };
      stage = await ClientStage.open({ hooks, version: newestVersion, home: { settings } });
    });
    after(() => stage?.close());

    it('are subagents of its session with their tokens, and end when they return', async () => {
      const hub = await stage.hub();
      stage.script('main', tool('Workflow', { script: greet }), say('It runs.'), say('Over.'));
      stage.script('child', say('Hello from the workflow.').usage({ input_tokens: 100_000 }));
      stage.script('lost', say('Nothing to say.'));
      const client = await stage.client();
      await client.turn('[[main]] go');
      const { subagents, tokens } = await hub.waitFor(
        'two agents that have returned',
        ({ sessionId, subagents: cards }) => sessionId === client.sessionId && areOver(cards),
      );
      assert.deepEqual(
        subagents
          .map(({ agentType, description = '' }) => `${agentType}: ${description}`)
          .toSorted(),
        ['workflow-subagent: say hello', 'workflow-subagent: say nothing'],
      );
      const own = subagents.map((one) => one.tokens?.input ?? 0);
      assert.ok(own.includes(100_000), String(own));
      assert.ok(tokens.input > 100_000, String(tokens.input));
      await hub.stop();
    });

    it('are so still after the hub was started anew', async () => {
      const hub = await stage.hub();
      await hub.waitFor('the session again', ({ subagents }) => areOver(subagents));
    });
  });
}
