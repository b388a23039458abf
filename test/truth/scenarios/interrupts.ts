import { bash, say } from '../../support/claude/reply';
import { olderClients, type Scenario } from '../scenario';
import { after, streamed, freeSleep } from '../steps';
import { truths } from '../truth';

export const interrupts: readonly Scenario[] = [
  {
    name: 'Escape while it answers',
    olderClients: [olderClients.newer, olderClients.older],
    async play(stage) {
      const person = await stage.person();
      stage.script('stream', streamed(20_000, say));
      await person.prompt('[[stream]] it');
      await person.waits(3_000);
      person.willRest(truths.interrupted);
      person.escapes();
      await person.sees('prompt');
      await person.waits(2_500);
    },
  },
  {
    name: 'Escape while a tool runs',
    home: freeSleep,
    olderClients: [olderClients.older],
    async play(stage) {
      const person = await stage.person();
      stage.script('tool', bash('sleep 9; sleep 9'));
      await person.prompt('[[tool]] it');
      await person.reads('sleep 9');
      await person.waits(2_000);
      await person.sees('working');
      person.willRest(truths.interrupted);
      person.escapes();
      await person.sees('prompt');
      await person.waits(2_500);
    },
  },
  {
    name: 'Escape before the first token',
    async play(stage) {
      const person = await stage.person();
      stage.script('hang', after(60_000, 'Never said.'));
      await person.prompt('[[hang]] on');
      await person.waits(2_000);
      // The client removes the turn and puts the prompt back into the input box.
      person.escapes();
      await person.sees('prompt');
      await person.waits(2_500);
    },
  },
  {
    name: 'Escape, then a new prompt that works',
    home: freeSleep,
    async play(stage) {
      const person = await stage.person();
      stage.script('stop', bash('sleep 9; sleep 9'));
      stage.script(
        'again',
        after(600, (start) => start.bash('sleep 2')),
        say('Done.'),
      );
      await person.prompt('[[stop]] it');
      await person.reads('sleep 9');
      await person.waits();
      person.willRest(truths.interrupted);
      person.escapes();
      await person.sees('prompt');
      await person.waits();
      await person.turn('[[again]] please');
      await person.waits();
    },
  },
];
