import type { HomeOptions } from '../../support/claude/isolatedHome';
import { bash } from '../../support/claude/reply';
import { fail } from '../../support/claude/script';
import { olderClients, type Scenario } from '../scenario';
import { after } from '../steps';
import { truths } from '../truth';

/**
 * Options for a home with a hook of another tool in addition to the product's, such as checks at
 * the end of each turn.
 */
function hook(event: string, command: string): HomeOptions {
  const settings = {
    hooks: { [event]: [{ hooks: [{ type: 'command', command }] }] },
    permissions: { allow: ['Bash(sleep:*)'] },
  };
  return { settings };
}

/** Command that takes two seconds and makes the agent continue `times` times in each home. */
function blocking(times: number): string {
  const count = '"$HOME/blocked"';
  const block = `printf '{"decision":"block","reason":"The checks failed, mend them."}'`;
  return `sleep 2; echo >> ${count}; test $(wc -l < ${count}) -gt ${times} || ${block}`;
}

export const otherHooks: readonly Scenario[] = [
  {
    name: 'a Stop hook of another tool takes five seconds',
    home: hook('Stop', 'sleep 5'),
    olderClients: [olderClients.newer],
    async play(stage) {
      const person = await stage.person();
      stage.script('checked', bash('sleep 1'), after(800, 'Done.'));
      await person.turn('[[checked]] it');
      await person.waits();
    },
  },
  {
    name: 'a Stop hook of another tool sends the agent on once',
    home: hook('Stop', blocking(1)),
    async play(stage) {
      const person = await stage.person();
      stage.script('checked', after(800, 'Done.'), after(1_500, 'Mended.'));
      await person.prompt('[[checked]] it');
      await person.reads('Mended.');
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'a Stop hook of another tool sends the agent on three times',
    home: hook('Stop', blocking(3)),
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'checked',
        after(800, 'Done.'),
        after(1_000, (start) => start.bash('sleep 1')),
        after(800, 'Better.'),
        after(1_500, 'Even better.'),
        after(1_500, 'Mended. Is there anything else?'),
      );
      person.willRest(truths.asked);
      await person.prompt('[[checked]] it');
      await person.reads('Mended.', 30_000);
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'a StopFailure hook of another tool takes five seconds',
    home: hook('StopFailure', 'sleep 5'),
    async play(stage) {
      const person = await stage.person();
      stage.script('checked', fail(400, { message: 'scripted' }));
      person.willRest(truths.error);
      await person.turn('[[checked]] it');
      await person.waits(6_000);
    },
  },
];
