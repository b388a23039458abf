import { bash } from '../../support/claude/reply';
import { olderClients, type Scenario } from '../scenario';
import { after, freeSleep, startTalkedSession } from '../steps';
import { truths } from '../truth';

const older = [olderClients.newer, olderClients.older];

export const endings: readonly Scenario[] = [
  {
    name: 'SIGTERM at the prompt',
    async play(stage) {
      const person = await startTalkedSession(stage, 'talk');
      await person.session.terminal.kill('SIGTERM');
      await person.waits(2_500);
    },
  },
  {
    name: 'kill -9 at the prompt',
    olderClients: older,
    async play(stage) {
      const person = await startTalkedSession(stage, 'talk');
      await person.session.terminal.kill('SIGKILL');
      await person.waits(2_500);
    },
  },
  {
    name: 'kill -9 while a tool runs',
    home: freeSleep,
    async play(stage) {
      const person = await stage.person();
      stage.script('tool', bash('sleep 9; sleep 9'));
      await person.prompt('[[tool]] it');
      await person.reads('sleep 9');
      await person.waits(2_000);
      await person.sees('working');
      await person.session.terminal.kill('SIGKILL');
      await person.waits(3_000);
    },
  },
  {
    name: 'kill -9 at a permission prompt',
    async play(stage) {
      const person = await stage.person();
      stage.script('ask', bash('touch never'));
      await person.turn('[[ask]] it', 'permission');
      await person.waits(2_000);
      await person.session.terminal.kill('SIGKILL');
      await person.waits(3_000);
    },
  },
  {
    name: 'the terminal is closed while it works',
    async play(stage) {
      const person = await stage.person();
      stage.script('hang', after(60_000, 'Never.'));
      await person.prompt('[[hang]] on');
      await person.waits(2_000);
      await person.session.terminal.close();
      await person.waits(3_000);
    },
  },
  {
    name: 'ctrl-c twice',
    olderClients: [olderClients.older],
    async play(stage) {
      const person = await startTalkedSession(stage, 'talk');
      await person.types('ctrl-c', 'ctrl-c');
      await person.session.terminal.onExit;
      await person.waits(2_500);
    },
  },
  {
    name: 'a -p run that is killed',
    home: freeSleep,
    async play(stage) {
      stage.script(
        'print',
        after(800, (start) => start.bash('sleep 9; sleep 9')),
      );
      const run = await stage.print('[[print]] it');
      await stage.api.waitForRequest(({ turn }) => turn?.position?.marker === 'print', 30_000);
      await run.goesOn(3_000);
      run.endsAs = truths.cutOff;
      run.kill('SIGKILL');
      await run.ends();
      await run.goesOn(2_500);
    },
  },
];
