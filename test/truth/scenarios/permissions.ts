import { bash, say, tool } from '../../support/claude/reply';
import { olderClients, type Scenario } from '../scenario';
import { after } from '../steps';
import { truths } from '../truth';

const older = [olderClients.newer, olderClients.older];

export const permissions: readonly Scenario[] = [
  {
    name: 'Bash is asked for and allowed',
    olderClients: older,
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'allow',
        after(1_000, (start) => start.bash('touch made && sleep 2')),
        after(1_500, 'Made.'),
      );
      await person.turn('[[allow]] it', 'permission');
      await person.waits();
      await person.chooses(/^Yes/);
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'Bash is refused',
    olderClients: older,
    async play(stage) {
      const person = await stage.person();
      stage.script('refuse', bash('touch never'));
      await person.turn('[[refuse]] it', 'permission');
      await person.waits();
      person.willRest(truths.interrupted);
      await person.chooses(/^No/);
      await person.sees('prompt');
      await person.waits(2_500);
    },
  },
  {
    name: 'Bash is refused with feedback, the turn goes on',
    async play(stage) {
      const person = await stage.person();
      stage.script('amend', bash('touch never'), after(2_000, 'Otherwise, then.'));
      await person.turn('[[amend]] it', 'permission');
      await person.waits();
      await person.types('up', 'tab', 'do it otherwise', 'enter');
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'Escape at a permission prompt',
    async play(stage) {
      const person = await stage.person();
      stage.script('leave', bash('touch never'));
      await person.turn('[[leave]] it', 'permission');
      await person.waits();
      person.willRest(truths.interrupted);
      person.escapes();
      await person.sees('prompt');
      await person.waits(2_500);
    },
  },
  {
    name: 'an edit is asked for, then all edits are allowed',
    async play(stage) {
      const person = await stage.person();
      const edit = (file: string) => ({ file_path: `${stage.home.project}/${file}`, content: 'x' });
      stage.script(
        'edits',
        tool('Write', edit('one.txt')),
        after(1_200, (start) => start.tool('Write', edit('two.txt'))),
        after(1_200, 'Written.'),
      );
      await person.turn('[[edits]] them', 'permission');
      await person.waits();
      await person.chooses(/^Yes, and switch to accept/);
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'two parallel Bash calls ask one after the other',
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'two',
        bash('touch one && sleep 1.5').bash('touch two && sleep 1.5'),
        after(1_000, 'Both.'),
      );
      await person.turn('[[two]] of them', 'permission');
      await person.waits();
      await person.chooses(/^Yes$/);
      await person.sees('working');
      await person.sees('permission');
      await person.waits();
      await person.chooses(/^Yes$/);
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'Bash is always allowed from now on',
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'always',
        bash('npm --version'),
        after(1_000, (start) => start.bash('npm --version')),
        after(1_000, 'Both.'),
      );
      await person.turn('[[always]] it', 'permission');
      await person.waits();
      await person.chooses(/^Yes, and don.t ask again/);
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'a permission prompt that waits long (Notification)',
    async play(stage) {
      const person = await stage.person();
      stage.script('slow', bash('touch slow && sleep 2'), after(1_000, 'Made.'));
      await person.turn('[[slow]] it', 'permission');
      await person.waits(8_000);
      await person.chooses(/^Yes/);
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'two prompts in a row, one allowed, one refused',
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'row',
        bash('touch one'),
        after(1_000, (start) => start.bash('touch two')),
        say('Never said.'),
      );
      await person.turn('[[row]] them', 'permission');
      await person.waits();
      await person.chooses(/^Yes$/);
      await person.sees('working');
      await person.sees('permission');
      await person.waits();
      person.willRest(truths.interrupted);
      await person.chooses(/^No/);
      await person.sees('prompt');
      await person.waits(2_500);
    },
  },
];
