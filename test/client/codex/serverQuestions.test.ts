import assert from 'node:assert/strict';
import { z } from 'zod';
import type { Decision } from '../../../src/shared/protocol/control';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import type { CodexSession } from '../../support/codex/codexSession';
import { CodexStage } from '../../support/codex/codexStage';
import { codex, codexQuestion } from '../../support/codex/reply';
import { Gate } from '../../support/realClient/gate';
import type { WatchedHub } from '../../support/watchedHub';

describe('A question of the real Codex on the shared server', function () {
  this.timeout(120_000);
  let stage: CodexStage;
  let hub: WatchedHub;
  let client: CodexSession;

  before('start a hub and a client in plan mode', async () => {
    stage = await CodexStage.open();
    hub = await stage.hub();
    await hub.live();
    await hub.offerControl();
    client = await stage.client();
    stage.script('hi', codex.say('Hello.'));
    await client.turn('[[hi]]'); // The mode of a session that has no turn yet does not last.
    await client.command('/plan');
    await client.terminal.waitForScreen('Plan mode (');
  });
  after(() => stage.close());

  const colour = { ...codexQuestion('Which colour?', ['Red', 'Blue']), id: 'colour' };
  const size = { ...codexQuestion('Which size?', ['Small', 'Large']), id: 'size' };
  const asks = (): Promise<LiveSession> =>
    hub.waitFor(
      'a question that can be answered',
      ({ agentState, pendingRequest }) =>
        agentState.state === 'awaiting_input' && pendingRequest?.call?.answerable === true,
    );
  const rests = (): Promise<LiveSession> =>
    hub.waitFor(
      'its rest',
      ({ agentState, pendingRequest }) =>
        agentState.group === 'needs_you' && pendingRequest === undefined,
    );
  /** Answers to the agent's only call, as the agent read them. */
  const read = (marker: string): unknown => {
    const output = stage.api.turns(marker)[1]?.body.input.at(-1)?.['output'];
    return JSON.parse(z.string().parse(output));
  };

  it('is answered from the board, and its dialog goes away', async () => {
    stage.script('two', codex.ask(colour, size), codex.say('Thank you.'));
    assert.equal(await client.turn('[[two]]'), 'question');
    const { sessionId, pendingRequest } = await asks();
    assert.deepEqual(
      [pendingRequest?.toolName, pendingRequest?.toolInput],
      [
        'AskUserQuestion',
        {
          questions: [colour, size].map(({ question, header, options }) => ({
            question,
            header,
            options,
            multiSelect: false,
          })),
        },
      ],
    );
    const answers = [['Blue'], ['Something in between']];
    const { outcome } = await hub.decide(sessionId, { kind: 'answer', answers });
    assert.equal(outcome, 'accepted');
    await client.waitFor('prompt');
    assert.match(client.terminal.screen(), /Thank you\./);
    assert.deepEqual(read('two'), {
      answers: { colour: { answers: ['Blue'] }, size: { answers: ['Something in between'] } },
    });
    await rests();
  });

  it('leaves the board as soon as it is answered in the terminal', async () => {
    const held = new Gate();
    stage.script('here', codex.ask(colour), codex.hold(held).say('Thank you for that.'));
    assert.equal(await client.turn('[[here]]'), 'question');
    const { sessionId, pendingRequest } = await asks();
    client.terminal.press('enter');
    await hub.waitFor(
      'that it has gone',
      (session) =>
        session.pendingRequest === undefined && session.agentState.group === 'autonomous',
    );
    const late: Decision = { kind: 'answer', answers: [['Blue']] };
    await assert.rejects(hub.decideOn(sessionId, pendingRequest, late), /no longer waiting/u);
    held.open();
    await client.waitFor('prompt');
    assert.deepEqual(read('here'), { answers: { colour: { answers: ['Red'] } } });
    await rests();
  });

  it('stops its turn when it is dismissed from the board', async () => {
    stage.script('dismiss', codex.ask(colour), codex.say('Never said.'));
    assert.equal(await client.turn('[[dismiss]]'), 'question');
    const { sessionId } = await asks();
    const { outcome } = await hub.decide(sessionId, { kind: 'deny' });
    assert.equal(outcome, 'accepted');
    await client.waitFor('prompt');
    assert.equal(stage.api.turns('dismiss').length, 1);
    await hub.waitFor('the interruption', ({ agentState }) => agentState.state === 'interrupted');
  });

  it('is followed by a plan, whose text stays on the card until a prompt goes on', async () => {
    stage.script('plan', codex.say('<proposed_plan>\n# Plan\n1. Do a\n</proposed_plan>'));
    assert.equal(await client.turn('[[plan]]'), 'plan');
    const { sessionId, pendingRequest } = await hub.waitFor(
      'the plan',
      ({ agentState }) => agentState.state === 'awaiting_approval',
    );
    const { toolName, toolInput, call } = pendingRequest ?? {};
    const plan = '# Plan\n1. Do a\n';
    assert.deepEqual([toolName, toolInput, call], ['ExitPlanMode', { plan }, undefined]);
    assert.deepEqual((await hub.request(sessionId)).toolInput, { plan });
    const held = new Gate();
    stage.script('else', codex.hold(held).say('Another one, then.'));
    client.escape();
    await client.prompt('[[else]] make another one');
    await hub.waitFor(
      'that the plan has gone',
      (session) =>
        session.agentState.group === 'autonomous' && session.pendingRequest === undefined,
    );
    held.open();
    await client.waitFor('prompt');
    await rests();
  });
});
