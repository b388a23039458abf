import { ask, question, say } from '../../support/claude/reply';
import { writePlan } from '../../support/claude/script';
import { olderClients, type Scenario } from '../scenario';
import { after } from '../steps';
import { truths } from '../truth';

const older = [olderClients.newer, olderClients.older];
const colour = question('Which colour?', ['Red', 'Blue']);

export const dialogs: readonly Scenario[] = [
  {
    name: 'a question is answered',
    olderClients: older,
    async play(stage) {
      const person = await stage.person();
      stage.script('ask', ask(colour), after(1_500, 'Fine.'));
      await person.turn('[[ask]] me', 'question');
      await person.waits(2_000);
      await person.chooses(/^Blue/);
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'two questions, one with several choices',
    async play(stage) {
      const person = await stage.person();
      const features = question('Which features?', ['Search', 'Export'], true);
      stage.script('many', ask(features, colour), after(1_500, 'Fine.'));
      await person.turn('[[many]] of them', 'question');
      await person.waits();
      await person.types('1', '2', 'right', '1', 'enter');
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'a question is answered in words, after the notification',
    async play(stage) {
      const person = await stage.person();
      stage.script('words', ask(colour), after(1_500, 'Green it is.'));
      await person.turn('[[words]] please', 'question');
      await person.waits(7_000);
      await person.types('3', 'Green', 'enter');
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'Escape at a question',
    async play(stage) {
      const person = await stage.person();
      stage.script('leave', ask(colour));
      await person.turn('[[leave]] it', 'question');
      await person.waits(2_000);
      person.willRest(truths.interrupted);
      person.escapes();
      await person.sees('prompt');
      await person.waits(2_500);
    },
  },
  {
    name: 'a plan is approved',
    olderClients: [olderClients.newer],
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'plan',
        writePlan('# A plan\n\n1. Do it.'),
        after(800, (start) => start.say('My plan.').exitPlan()),
        after(1_500, 'Begun.'),
      );
      await person.session.switchMode('plan mode');
      await person.turn('[[plan]] it', 'plan');
      await person.waits(2_000);
      await person.session.approvePlan();
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'a plan is refused with feedback, then approved',
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'revise',
        writePlan('# A plan\n\n1. Do it.'),
        after(600, (start) => start.say('My plan.').exitPlan()),
        after(1_500, (start) => start.say('With tests, then.').exitPlan()),
        after(1_500, 'Begun.'),
      );
      await person.session.switchMode('plan mode');
      await person.turn('[[revise]] it', 'plan');
      await person.waits();
      await person.types('3', 'add tests', 'enter');
      await person.sees('working');
      await person.sees('plan');
      await person.waits();
      await person.session.approvePlan();
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'Escape at a plan',
    async play(stage) {
      const person = await stage.person();
      stage.script('drop', writePlan('# A plan\n\n1. Do it.'), say('My plan.').exitPlan());
      await person.session.switchMode('plan mode');
      await person.turn('[[drop]] it', 'plan');
      await person.waits(2_000);
      person.willRest(truths.interrupted);
      person.escapes();
      await person.sees('prompt');
      await person.waits(2_500);
    },
  },
];
