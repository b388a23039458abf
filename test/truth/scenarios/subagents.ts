import { agent, bash, say } from '../../support/claude/reply';
import { fail } from '../../support/claude/script';
import type { Scenario } from '../scenario';
import { after, freeSleep } from '../steps';
import { truths } from '../truth';

const synchronous = { env: { CLAUDE_CODE_FORK_SUBAGENT: '0' } };

export const subagents: readonly Scenario[] = [
  {
    name: 'a subagent outlives the turn',
    home: freeSleep,
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'parent',
        agent({ prompt: '[[child]] go', subagent_type: 'Explore' }),
        after(1_000, 'Launched.'),
        after(1_500, 'It is back.'),
      );
      stage.script('child', bash('sleep 2'), after(2_500, 'Found.'));
      await person.turn('[[parent]] go', 'background');
      await person.reads('It is back.');
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'two subagents side by side',
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'both',
        agent({ prompt: '[[one]] go' }).agent({ prompt: '[[two]] go', subagent_type: 'Explore' }),
        after(800, 'Both launched.'),
        after(800, 'One is back.'),
        after(800, 'Both are back.'),
      );
      stage.script('one', after(3_000, 'One.'));
      stage.script('two', after(6_500, 'Two.'));
      await person.turn('[[both]] go', 'background');
      await person.reads('One is back.');
      await person.reads('Both are back.');
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'a subagent that starts another',
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'parent',
        agent({ prompt: '[[child]] go', subagent_type: 'general-purpose' }),
        after(800, 'Launched.'),
        after(800, 'All are back.'),
      );
      stage.script(
        'child',
        agent({ prompt: '[[grandchild]] go', subagent_type: 'Explore' }),
        after(1_000, 'The grandchild works.'),
        after(1_000, 'The grandchild is back.'),
      );
      stage.script('grandchild', after(3_000, 'Found.'));
      await person.turn('[[parent]] go', 'background');
      await person.sees('prompt', 30_000);
      await person.waits(3_000);
    },
  },
  {
    name: 'a subagent needs permission after the turn, and gets it',
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'parent',
        agent({ prompt: '[[child]] go', subagent_type: 'general-purpose' }),
        after(800, 'Launched.'),
        after(800, 'It is back.'),
      );
      stage.script(
        'child',
        after(2_500, (start) => start.bash('touch child && sleep 2')),
        after(1_500, 'Touched.'),
      );
      await person.turn('[[parent]] go', 'background');
      await person.sees('permission');
      await person.waits(2_000);
      await person.chooses(/^Yes$/);
      await person.reads('It is back.');
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'a subagent is refused its permission',
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'parent',
        agent({ prompt: '[[child]] go', subagent_type: 'general-purpose' }),
        after(800, 'Launched.'),
        after(800, 'It is back.'),
      );
      stage.script(
        'child',
        after(2_500, (start) => start.bash('touch child')),
        after(1_500, 'Then not.'),
      );
      await person.turn('[[parent]] go', 'background');
      await person.sees('permission');
      await person.waits(2_000);
      await person.chooses(/^No/);
      await person.sees('prompt', 20_000);
      await person.waits(2_500);
    },
  },
  {
    name: 'a subagent that fails',
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'parent',
        agent({ prompt: '[[child]] go', subagent_type: 'general-purpose' }),
        after(800, 'Launched.'),
        after(800, 'It failed.'),
      );
      stage.script('child', fail(400, { delayMs: 600 }));
      await person.turn('[[parent]] go', 'background');
      await person.reads('It failed.');
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'a subagent inside the turn',
    home: synchronous,
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'parent',
        agent({ prompt: '[[child]] go', subagent_type: 'Explore', run_in_background: false }),
        after(1_000, 'It is back.'),
      );
      stage.script('child', after(3_000, 'Found.'));
      await person.turn('[[parent]] go');
      await person.waits();
    },
  },
  {
    name: 'a subagent inside the turn needs permission',
    home: synchronous,
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'parent',
        agent({
          prompt: '[[child]] go',
          subagent_type: 'general-purpose',
          run_in_background: false,
        }),
        after(1_000, 'It is back.'),
      );
      stage.script(
        'child',
        after(1_000, (start) => start.bash('touch child && sleep 2')),
        after(1_500, 'Touched.'),
      );
      await person.turn('[[parent]] go', 'permission');
      await person.waits(2_000);
      await person.chooses(/^Yes$/);
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'Escape while a subagent works inside the turn',
    home: synchronous,
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'parent',
        agent({ prompt: '[[child]] go', subagent_type: 'Explore', run_in_background: false }),
      );
      stage.script('child', after(60_000, 'Never.'));
      await person.prompt('[[parent]] go');
      await person.waits(3_000);
      person.willRest(truths.interrupted);
      person.escapes();
      await person.sees('prompt');
      await person.waits(2_500);
    },
  },
  {
    name: 'a person goes on while a subagent works',
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'parent',
        agent({ prompt: '[[child]] go', subagent_type: 'general-purpose' }),
        after(800, 'Launched.'),
      );
      stage.script('child', after(7_000, 'Found.'));
      stage.script('meanwhile', after(1_500, 'Meanwhile, this.'), say('It is back.'));
      await person.turn('[[parent]] go', 'background');
      await person.waits(1_000);
      await person.prompt('[[meanwhile]] please');
      await person.sees('background');
      await person.reads('It is back.');
      await person.sees('prompt');
      await person.waits();
    },
  },
];
