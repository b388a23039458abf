import { bash, say } from '../../support/claude/reply';
import type { Scenario } from '../scenario';
import { after, freeSleep } from '../steps';
import { truths } from '../truth';

export const background: readonly Scenario[] = [
  {
    name: 'a background shell ends and wakes the agent',
    home: freeSleep,
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'shell',
        bash('sleep 5', { run_in_background: true }),
        after(800, 'Started it.'),
        after(1_500, 'It has ended.'),
      );
      person.willRest(truths.waitingForAgent);
      await person.turn('[[shell]] go');
      await person.reads('It has ended.');
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'a server that runs on in the background',
    home: freeSleep,
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'server',
        bash('sleep 600', { run_in_background: true }),
        after(800, 'It runs.'),
      );
      stage.script('next', after(1_500, 'Done beside it.'));
      person.willRest(truths.waitingForAgent);
      await person.turn('[[server]] go');
      await person.waits(2_500);
      person.willRest(truths.waitingForAgent);
      await person.turn('[[next]] please');
      await person.waits(2_500);
    },
  },
  {
    name: 'a command of the person in the shell mode',
    async play(stage) {
      const person = await stage.person();
      stage.script('first', say('Hello.'));
      await person.turn('[[first]] go');
      await person.waits();
      await person.types('!sleep 3', 'enter');
      await person.sees('working');
      await person.sees('prompt');
      await person.waits();
    },
  },
];
