import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { AgentState, LiveSession } from '../../../src/shared/protocol/protocol';
import type { CodexSession } from '../../support/codex/codexSession';
import { CodexStage } from '../../support/codex/codexStage';
import { codex, usageLimit } from '../../support/codex/reply';
import { gate } from '../../support/realClient/gate';
import { Failure } from '../../support/realClient/script';
import type { WatchedHub } from '../../support/watchedHub';

const worlds = [
  { where: 'in its terminal’s own process', ownProcess: true },
  { where: 'on the shared server', ownProcess: false },
] as const;

for (const { where, ownProcess } of worlds) {
  describe(`A session of the real Codex ${where}`, function () {
    this.timeout(120_000);
    let stage: CodexStage;
    let hub: WatchedHub;
    let client: CodexSession;

    before('start a hub and the client', async () => {
      stage = await CodexStage.open({ ownProcess });
      hub = await stage.hub();
      await hub.live();
      client = await stage.client();
    });
    after(() => stage.close());

    const shows = (
      group: AgentState['group'],
      state: string,
      fits: (session: LiveSession) => boolean = () => true,
    ): Promise<LiveSession> =>
      hub.waitFor(
        `${group}/${state}`,
        (session) =>
          session.agentState.group === group && session.agentState.state === state && fits(session),
      );

    it('thinks, acts and rests, with its title, branch, model and tokens', async () => {
      const thinks = gate();
      const wait = 'until [ -e go.txt ]; do sleep 0.1; done; cat hello.txt';
      stage.script('go', codex.hold(thinks).shell(wait), codex.say('It says hello.'));
      await client.prompt('[[go]] what does it say?');
      await shows('autonomous', 'thinking');
      thinks.open();
      await shows('autonomous', 'acting');
      await fs.writeFile(path.join(stage.home.project, 'go.txt'), '');
      await client.waitFor('prompt');
      const card = await shows('needs_you', 'idle', ({ tokens }) => tokens.total === 24_240);
      assert.deepEqual(
        [card.agent, card.model, card.gitBranch, card.projectPath],
        ['codex', 'gpt-5.5', 'main', stage.home.project],
      );
      await hub.waitFor('its title', ({ title }) => title === 'Title of go');
      assert.equal(hub.board.sessions.length, 1);
    });

    it('is interrupted by Escape', async () => {
      const held = gate();
      stage.script('stop', codex.hold(held));
      await client.prompt('[[stop]]');
      await shows('autonomous', 'thinking');
      await client.interrupt();
      await shows('needs_you', 'interrupted');
      assert.equal(await client.waitFor('prompt'), 'prompt');
    });

    /** The states that were shown since, from the start of the turn on. */
    const shownSince = (told: number): readonly string[] => {
      const states = hub.told.slice(told).map(({ state }) => state.state);
      return states.slice(states.indexOf('thinking'));
    };

    it('needs the person after a turn that failed', async () => {
      stage.script('fail', new Failure(400, { message: 'scripted to fail' }));
      const told = hub.told.length;
      await client.prompt('[[fail]]');
      await shows('needs_you', 'error', ({ agentState: { label } }) => label.text.includes('fail'));
      assert.ok(!shownSince(told).includes('idle'), shownSince(told).join(' '));
    });

    it('needs the person at the usage limit, and names the time of its reset', async () => {
      const resetsAt = Math.round(Date.now() / 1000) + 3600;
      stage.script('limit', usageLimit(resetsAt));
      const told = hub.told.length;
      await client.prompt('[[limit]]');
      const { limit } = await shows('needs_you', 'limit_reached');
      assert.equal(limit?.resetsAt, new Date(resetsAt * 1000).toISOString());
      assert.ok(!shownSince(told).includes('idle'), shownSince(told).join(' '));
      assert.equal(hub.board.sessions.length, 1);
    });

    if (ownProcess) return; // Nothing but the server reports that a request is repeated.
    it('repeats a request whose answer broke off, and names the attempt', async () => {
      const held = gate();
      let attempts = 0;
      stage.script('broken', () => {
        attempts += 1;
        return attempts < 3 ? codex.breakOff() : codex.hold(held).say('Whole.');
      });
      await client.prompt('[[broken]]');
      const isSecond = ({ agentState: { label } }: LiveSession): boolean =>
        label.text === 'Retrying: attempt 2 of 5';
      await shows('autonomous', 'retrying', isSecond);
      held.open();
      await shows('needs_you', 'idle');
      assert.equal(attempts, 3);
    });
  });
}
