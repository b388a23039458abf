import assert from 'node:assert/strict';
import { planMessage } from '../../../src/shared/text/planMessage';
import { Answering } from '../../support/answering';
import { Gate } from '../../support/realClient/gate';
import { hold, say, tool } from '../../support/claude/reply';
import { script, writePlan, type Step } from '../../support/claude/script';

const plan = '# A plan\n\n1. Do it.\n2. Test it.';

describe('A plan of the real client, answered away from its terminal', function () {
  this.timeout(120_000);
  let one: Answering;

  before('start the client', async () => {
    one = await Answering.start();
  });
  after(async () => one?.stop());

  async function planned(marker: string, ...next: readonly Step[]): Promise<void> {
    const present = say('My plan.').exitPlan();
    one.api.add(script(marker, [writePlan(plan), present, ...next, say('Done.')]));
    await one.session.switchMode('plan mode');
    assert.equal(await one.session.turn(`[[${marker}]] go`), 'plan');
  }
  const write = (name: string): Step =>
    tool('Write', { file_path: `${one.home.project}/${name}`, content: 'made' });
  const isPlan = ({ toolName }: { toolName: string }): boolean => toolName === 'ExitPlanMode';

  it('is approved, and edits still ask', async () => {
    await planned('approve', write('asks.txt'));
    const { toolInput } = await one.request(isPlan);
    assert.ok(JSON.stringify(toolInput).includes('2. Test it.'));
    assert.deepEqual(await one.decide({ kind: 'approve', acceptEdits: false }), {
      outcome: 'accepted',
    });
    const { toolName } = await one.request((request) => !isPlan(request));
    assert.equal(toolName, 'Write');
    await one.decide({ kind: 'allow' });
    await one.session.waitFor('prompt');
    assert.ok(one.home.hasFile('asks.txt'));
    await one.settled();
  });

  it('is approved with automatic edits, and they do not ask', async () => {
    await planned('accept', write('automatic.txt'));
    await one.request(isPlan);
    const approved = await one.decide({ kind: 'approve', acceptEdits: true });
    assert.deepEqual(approved, { outcome: 'accepted' });
    await one.session.waitFor('prompt');
    assert.ok(one.home.hasFile('automatic.txt'));
    await one.settled();
  });

  it('is approved with edits, and the model reads the edited plan', async () => {
    await planned('edited');
    await one.request(isPlan);
    const edited = '# A better plan\n\n1. Test it first.';
    const approved = await one.decide({ kind: 'approve', acceptEdits: false, plan: edited });
    assert.deepEqual(approved, { outcome: 'accepted' });
    await one.session.waitFor('prompt');
    assert.match(one.api.lastTold('edited'), /Test it first\./);
    await one.settled();
  });

  it('is sent back with comments on its lines, and comes again', async () => {
    await planned('back', say('Revised.').exitPlan());
    const first = await one.request(isPlan);
    const comments = [{ start: 2, end: 2, texts: ['Say how.'] }];
    const message = planMessage({ plan, text: plan, comments, remark: 'Not yet.' }) ?? '';
    assert.deepEqual(await one.decide({ kind: 'deny', message }), { outcome: 'accepted' });
    const second = await one.request((request) => request.call?.id !== first.call?.id);
    assert.equal(second.toolName, 'ExitPlanMode');
    assert.ok(one.api.lastTold('back').includes(JSON.stringify(message).slice(1, -1)));
    assert.match(message, /^Not yet\.[^]*Line 3:\n> 1\. Do it\.\n\nSay how\.$/);
    await one.decide({ kind: 'approve', acceptEdits: false });
    await one.session.waitFor('prompt');
    await one.settled();
  });

  it('approved at the terminal first is withdrawn, and a late answer is refused', async () => {
    const gate = new Gate();
    await planned('first', hold(gate).say('I begin.'));
    const request = await one.request(isPlan);
    await one.session.approvePlan();
    await one.settled(); // While the model has not yet answered.
    gate.open();
    const late = one.decideOn(request, { kind: 'approve', acceptEdits: true });
    await assert.rejects(late, /no longer waiting/);
    await one.session.waitFor('prompt');
    await one.nobodyWaits();
  });

  it('sent back at the terminal first is withdrawn, and a late answer is refused', async () => {
    const gate = new Gate();
    await planned('no', hold(gate).say('Revised.'));
    const request = await one.request(isPlan);
    await one.session.takesKeys();
    const { terminal } = one.session;
    terminal.press('3');
    await terminal.waitForScreen(/❯ 3\./);
    terminal.type('Say how.');
    await terminal.waitForScreen(/Say how\./);
    terminal.press('enter');
    await one.settled(); // While the model has not yet answered.
    gate.open();
    const late = one.decideOn(request, { kind: 'approve', acceptEdits: true });
    await assert.rejects(late, /no longer waiting/);
    await one.session.waitFor('prompt');
    assert.match(one.api.lastTold('no'), /Say how\./);
    await one.nobodyWaits();
  });

  it('left with Escape is withdrawn', async () => {
    await planned('escape');
    const request = await one.request(isPlan);
    await one.session.takesKeys();
    one.session.escape();
    await one.session.waitFor('prompt');
    await one.settled();
    await one.nobodyWaits();
    const late = one.decideOn(request, { kind: 'approve', acceptEdits: false });
    await assert.rejects(late, /no longer waiting/);
  });
});
