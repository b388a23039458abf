import { reply, say } from '../../support/claude/reply';
import type { Scenario } from '../scenario';
import { after } from '../steps';
import { truths } from '../truth';

const home = { env: { CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' } };

export const tasks: readonly Scenario[] = [
  {
    name: 'the last open task is completed',
    home,
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'finish',
        reply.createTask('Write the docs').createTask('Add a test'),
        after(800, (start) => start.updateTask('1', 'completed')),
        after(800, (start) => start.updateTask('2', 'completed')),
        after(1_000, 'All done.'),
      );
      person.willRest(truths.complete);
      await person.turn('[[finish]] it');
      await person.waits(2_500);
    },
  },
  {
    name: 'a task stays open, is completed in the next turn',
    home,
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'begin',
        reply.createTask('Write the docs').createTask('Add a test'),
        after(800, (start) => start.updateTask('1', 'completed')),
        after(1_000, 'Half of it.'),
      );
      stage.script(
        'rest',
        after(800, (start) => start.updateTask('2', 'completed')),
        after(1_000, 'All of it.'),
      );
      stage.script('more', after(1_500, 'Nothing more to do.'));
      await person.turn('[[begin]] it');
      await person.waits();
      person.willRest(truths.complete);
      await person.turn('[[rest]] of it');
      await person.waits();
      await person.turn('[[more]] please');
      await person.waits();
    },
  },
  {
    name: 'an answer without tasks after deleted ones',
    home,
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'drop',
        reply.createTask('Write the docs'),
        after(800, (start) => start.updateTask('1', 'deleted')),
        say('Dropped.'),
      );
      await person.turn('[[drop]] it');
      await person.waits(2_500);
    },
  },
];
