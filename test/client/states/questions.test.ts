import assert from 'node:assert/strict';
import { Answering } from '../../support/answering';
import { Gate } from '../../support/realClient/gate';
import { ask, hold, question, say, type Question } from '../../support/claude/reply';
import { script } from '../../support/claude/script';

const colour = question('Which colour should the button have?', ['Red', 'Blue']);
const features = question('Which features do you want?', ['Search', 'Export', 'Login'], true);

describe('A question of the real client, answered away from its terminal', function () {
  this.timeout(120_000);
  let one: Answering;

  before('start the client', async () => {
    one = await Answering.start();
  });
  after(async () => one?.stop());

  async function asked(
    marker: string,
    questions: readonly Question[],
    next = say('Thank you.'),
  ): Promise<void> {
    one.api.add(script(marker, [ask(...questions), next]));
    assert.equal(await one.session.turn(`[[${marker}]] go`), 'question');
  }
  const waitForTurnEnd = async (): Promise<void> => {
    await one.session.waitFor('prompt');
    await one.settled();
    await one.nobodyWaits();
  };

  it('with one choice reaches the model as that choice', async () => {
    await asked('single', [colour]);
    const { toolName } = await one.request();
    assert.equal(toolName, 'AskUserQuestion');
    const answers = [['Blue']];
    assert.deepEqual(await one.decide({ kind: 'answer', answers }), { outcome: 'accepted' });
    await waitForTurnEnd();
    assert.match(
      one.api.lastTold('single'),
      /Which colour should the button have\?\\\\?"=\\\\?"Blue/,
    );
  });

  it('with several questions and choices reaches the model as all of them', async () => {
    await asked('multi', [colour, features]);
    await one.request();
    const answers = [['Red'], ['Search', 'Export', 'a dark mode']];
    assert.deepEqual(await one.decide({ kind: 'answer', answers }), { outcome: 'accepted' });
    await waitForTurnEnd();
    assert.match(
      one.api.lastTold('multi'),
      /colour[^=]+="?\\?\\?"?Red[^=]+="?\\?\\?"?Search, Export, a dark mode/,
    );
  });

  it('answered in words of one’s own reaches the model in these words', async () => {
    await asked('words', [colour]);
    await one.request();
    const answers = [['Green, like "grass": ü 日本']];
    assert.deepEqual(await one.decide({ kind: 'answer', answers }), { outcome: 'accepted' });
    await waitForTurnEnd();
    assert.match(one.api.lastTold('words'), /Green, like \\+"grass\\+": ü 日本/);
  });

  it('replied to with a message reaches the model as that message', async () => {
    await asked('reply', [colour]);
    await one.request();
    const message = 'Ask the designer first.';
    assert.deepEqual(await one.decide({ kind: 'deny', message }), { outcome: 'accepted' });
    await waitForTurnEnd();
    assert.match(one.api.lastTold('reply'), /Ask the designer first\./);
  });

  it('answered at the terminal first is withdrawn, and a late answer is refused', async () => {
    const gate = new Gate();
    await asked('first', [colour], hold(gate).say('Thank you.'));
    const request = await one.request();
    await one.session.choose(/^Red/);
    await one.settled(); // While the model has not yet answered.
    gate.open();
    const late = one.decideOn(request, { kind: 'answer', answers: [['Blue']] });
    await assert.rejects(late, /no longer waiting/);
    await waitForTurnEnd();
    assert.match(one.api.lastTold('first'), /=\\*"Red/);
  });

  it('left with Escape is withdrawn', async () => {
    await asked('escape', [colour]);
    const request = await one.request();
    await one.session.takesKeys();
    one.session.escape();
    await waitForTurnEnd();
    const late = one.decideOn(request, { kind: 'answer', answers: [['Blue']] });
    await assert.rejects(late, /no longer waiting/);
  });

  it('is never answered by a bare Allow, nor with a question left out', async () => {
    await asked('bare', [colour, features]);
    await one.request();
    await assert.rejects(one.decide({ kind: 'allow' }));
    await assert.rejects(one.decide({ kind: 'answer', answers: [['Red']] }));
    await assert.rejects(one.decide({ kind: 'answer', answers: [['Red'], [' ']] }));
    assert.equal(one.session.state, 'question');
    const answers = [['Red'], ['Login']];
    assert.deepEqual(await one.decide({ kind: 'answer', answers }), { outcome: 'accepted' });
    await waitForTurnEnd();
  });
});
