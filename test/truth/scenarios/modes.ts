import { bash, say, tool } from '../../support/claude/reply';
import type { Scenario } from '../scenario';
import { after } from '../steps';

export const modes: readonly Scenario[] = [
  {
    name: 'accept edits: files are written, Bash asks',
    home: { permissionMode: 'acceptEdits' },
    async play(stage) {
      const person = await stage.person();
      const write = { file_path: `${stage.home.project}/one.txt`, content: 'x' };
      stage.script(
        'edits',
        tool('Write', write),
        after(1_500, (start) => start.bash('npm --version')),
        after(1_000, 'Written.'),
      );
      await person.turn('[[edits]] it', 'permission');
      await person.waits(2_000);
      await person.chooses(/^Yes$/);
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'auto mode: the check lets Bash run',
    home: { permissionMode: 'auto' },
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'auto',
        after(800, (start) => start.bash('touch auto && sleep 2')),
        after(1_500, 'Ran.'),
      );
      await person.prompt('[[auto]] it');
      await person.session.waitFor(['prompt', 'permission', 'dialog'], 30_000);
      await person.waits(2_500);
    },
  },
  {
    name: "don't ask: what is not allowed is denied at once",
    home: { permissionMode: 'dontAsk' },
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'dont',
        after(800, (start) => start.bash('touch never')),
        after(1_500, 'Then not.'),
      );
      await person.turn('[[dont]] ask');
      await person.waits();
    },
  },
  {
    name: 'a long rest (idle notification)',
    home: { state: { messageIdleNotifThresholdMs: 2_000 } },
    async play(stage) {
      const person = await stage.person();
      stage.script('rest', after(1_000, 'Done for now.'));
      await person.turn('[[rest]] then');
      await person.waits(6_000);
    },
  },
  {
    name: 'into a work tree and out again',
    home: { settings: { permissions: { allow: ['EnterWorktree', 'ExitWorktree'] } } },
    async play(stage) {
      const person = await stage.person();
      stage.script('tree', tool('EnterWorktree', { name: 'feature' }), after(1_500, 'Inside.'));
      stage.script('leave', tool('ExitWorktree', { action: 'keep' }), after(1_500, 'Outside.'));
      stage.script('cd', bash('cd ..'), say('Moved.'));
      await person.turn('[[tree]] go');
      await person.waits();
      await person.turn('[[leave]] it');
      await person.waits();
    },
  },
];
