import { bash, say } from '../../support/claude/reply';
import type { Scenario } from '../scenario';
import { after, freeSleep, startTalkedSession } from '../steps';
import { truths } from '../truth';

export const sessions: readonly Scenario[] = [
  {
    name: '/clear begins another session',
    async play(stage) {
      const person = await startTalkedSession(stage, 'before');
      stage.script('after', after(1_500, 'New.'));
      await person.prompt('/clear');
      await person.waits(2_000);
      await person.turn('[[after]] it');
      await person.waits();
    },
  },
  {
    name: '/rename, and other commands of the client',
    async play(stage) {
      const person = await startTalkedSession(stage, 'talk');
      await person.prompt('/rename Checkout rewrite');
      await person.waits(2_000);
      await person.prompt('/model');
      await person.sees('dialog');
      await person.waits(2_000);
      person.escapes();
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: '/exit, then --continue',
    async play(stage) {
      const first = await startTalkedSession(stage, 'one');
      await first.session.exit();
      await first.waits(2_000);
      const second = await stage.person({ args: ['--continue'] });
      stage.script('two', after(1_500, 'Continued.'));
      await second.waits();
      await second.turn('[[two]] please');
      await second.waits();
    },
  },
  {
    name: '--resume of a closed session',
    async play(stage) {
      const first = await startTalkedSession(stage, 'one');
      const { sessionId } = first;
      await first.session.exit();
      await first.waits();
      const second = await stage.person({ args: ['--resume', sessionId] });
      stage.script('two', after(1_500, 'Resumed.'));
      await second.waits();
      await second.turn('[[two]] please');
      await second.waits();
    },
  },
  {
    name: '--fork-session',
    async play(stage) {
      const first = await startTalkedSession(stage, 'one');
      const second = await stage.person({ args: ['--resume', first.sessionId, '--fork-session'] });
      stage.script('fork', after(2_000, 'Forked.'));
      await second.waits();
      await second.turn('[[fork]] please');
      await second.waits();
    },
  },
  {
    name: '/resume inside another session',
    async play(stage) {
      const first = await startTalkedSession(stage, 'one');
      await first.session.exit();
      const second = await startTalkedSession(stage, 'other');
      await second.prompt('/resume');
      await second.sees('dialog');
      await second.waits(2_000);
      await second.types('enter');
      await second.sees('prompt');
      stage.script('two', after(1_500, 'Resumed.'));
      await second.waits();
      await second.turn('[[two]] please');
      await second.waits();
    },
  },
  {
    name: 'two terminals in one folder',
    home: freeSleep,
    async play(stage) {
      const [one, two] = [await stage.person(), await stage.person()];
      stage.script('one', bash('touch one && sleep 1'), say('One.'));
      stage.script('two', bash('sleep 3'), after(1_000, 'Two.'));
      await one.turn('[[one]] go', 'permission');
      await two.turn('[[two]] go');
      await one.waits();
      await one.chooses(/^Yes$/);
      await one.sees('prompt');
      await one.waits();
    },
  },
  {
    name: 'a -p run',
    home: freeSleep,
    async play(stage) {
      stage.script(
        'print',
        after(1_000, (start) => start.bash('sleep 3')),
        after(1_500, 'Printed.'),
      );
      const run = await stage.print('[[print]] it');
      await run.ends();
    },
  },
  {
    name: 'a -p run that is denied its permission',
    async play(stage) {
      stage.script(
        'denied',
        after(800, (start) => start.bash('touch never')),
        after(3_000, 'Then not.'),
      );
      const run = await stage.print('[[denied]] it');
      await run.ends();
    },
  },
  {
    name: 'a -p run on a session that is open in a terminal',
    home: freeSleep,
    async play(stage) {
      const person = await startTalkedSession(stage, 'open');
      stage.script(
        'print',
        after(1_500, (start) => start.bash('sleep 2')),
        say('Printed.'),
      );
      const run = await stage.print('[[print]] it', '--resume', person.sessionId);
      run.endsAs = truths.idle;
      await run.ends();
      await person.waits(2_500);
    },
  },
];
