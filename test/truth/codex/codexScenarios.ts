import { setTimeout as pause } from 'node:timers/promises';
import { codex, codexQuestion, usageLimit, type CodexReply } from '../../support/codex/reply';
import { gate } from '../../support/realClient/gate';
import { Failure } from '../../support/realClient/script';
import { truths } from '../truth';
import type { CodexScenario } from './codexTruthStage';

/** An answer whose first token is delayed by `ms` from the request. */
function after(ms: number, then: (start: CodexReply) => CodexReply): () => CodexReply {
  return () => {
    const release = gate();
    void pause(ms).then(() => release.open());
    return then(codex.hold(release));
  };
}

/** The client's status line once a command runs for a moment. */
const runs = 'background terminal running';

const says = (ms: number, text: string) => after(ms, (start) => start.say(text));

const turns: readonly CodexScenario[] = [
  {
    name: 'Codex: a plain turn',
    async play(stage) {
      const person = await stage.person();
      stage.script('plain', says(1_500, 'An answer.'));
      await person.turn('[[plain]] please');
      await person.waits();
      stage.script('second', says(1_500, 'Another.'));
      await person.turn('[[second]] please');
      await person.waits(3_000);
    },
  },
  {
    name: 'Codex: a command runs, and a long answer follows',
    async play(stage) {
      const person = await stage.person();
      const answer = 'Step by step. '.repeat(40);
      stage.script(
        'work',
        after(800, (start) => start.shell('sleep 2')),
        after(800, (start) => start.say(answer, { chunk: 14, delayMs: 50 })),
      );
      await person.turn('[[work]] on it');
      await person.waits();
    },
  },
  {
    name: 'Codex: a prompt that is queued while a command runs',
    async play(stage) {
      const person = await stage.person();
      stage.script('busy', codex.shell('sleep 3'), says(1_000, 'Done.'));
      stage.script('queued', says(1_000, 'And this.'));
      await person.prompt('[[busy]] go');
      await person.reads(runs);
      await person.prompt('[[queued]] next');
      await person.reads('And this.');
      await person.sees('prompt');
      await person.waits();
    },
  },
];

const dialogs: readonly CodexScenario[] = [
  {
    name: 'Codex: a command is asked for and allowed',
    asks: true,
    async play(stage) {
      const person = await stage.person();
      const command = `touch ${stage.home.folder}/made && sleep 2`;
      stage.script(
        'allow',
        after(1_000, (start) => start.shell(command, 'May I?')),
        says(1_500, 'Made.'),
      );
      await person.turn('[[allow]] it', 'permission');
      await person.waits();
      await person.chooses('y');
      await person.sees('prompt');
      await person.waits();
    },
  },
  {
    name: 'Codex: an edit is asked for and refused',
    asks: true,
    async play(stage) {
      const person = await stage.person();
      const file = `${stage.home.folder}/never.txt`;
      stage.script(
        'refuse',
        after(1_000, (start) => start.addFile(file, 'one')),
      );
      await person.turn('[[refuse]] it', 'permission');
      await person.waits();
      person.willRest(truths.interrupted);
      await person.chooses('escape');
      await person.sees('prompt');
      await person.waits(2_500);
    },
  },
  {
    name: 'Codex: a question in plan mode is answered',
    async play(stage) {
      const person = await stage.person();
      // A mode that is chosen before the first turn may be lost.
      await person.turn('[[hello]] you');
      await person.session.command('/plan');
      await person.reads('Plan mode');
      stage.script(
        'ask',
        after(800, (start) => start.ask(codexQuestion('Which colour?', ['Red', 'Blue']))),
        says(1_000, 'Red it is.'),
      );
      await person.turn('[[ask]] me', 'question');
      await person.waits();
      await person.chooses('enter');
      await person.sees('prompt');
      await person.waits();
    },
  },
];

const ends: readonly CodexScenario[] = [
  {
    name: 'Codex: Escape while it answers',
    async play(stage) {
      const person = await stage.person();
      stage.script('long', says(60_000, 'Never said.'));
      await person.prompt('[[long]] one');
      await person.waits(2_000);
      await person.interrupts();
      await person.waits(2_500);
    },
  },
  {
    name: 'Codex: Escape while a command runs, then a turn that works',
    async play(stage) {
      const person = await stage.person();
      stage.script('stop', codex.shell('sleep 9'));
      stage.script('again', says(1_000, 'Done.'));
      await person.prompt('[[stop]] it');
      await person.reads(runs);
      await person.waits(2_000);
      await person.interrupts();
      await person.waits();
      await person.turn('[[again]] please');
      await person.waits();
    },
  },
  {
    name: 'Codex: an API error ends the turn, the next one works',
    async play(stage) {
      const person = await stage.person();
      stage.script('bad', new Failure(400, { delayMs: 300 }));
      stage.script('good', says(1_500, 'Fine.'));
      person.willRest(truths.error);
      await person.turn('[[bad]] go');
      await person.waits(2_500);
      await person.turn('[[good]] go');
      await person.waits();
    },
  },
  {
    name: 'Codex: a retry that succeeds',
    async play(stage) {
      const person = await stage.person();
      const next = codex.say('Recovered.');
      stage.script('retry', new Failure(500, { times: 2, delayMs: 300, next }));
      await person.turn('[[retry]] it');
      await person.waits();
    },
  },
  {
    name: 'Codex: the usage limit',
    async play(stage) {
      const person = await stage.person();
      stage.script('limit', usageLimit(Math.round(Date.now() / 1000) + 3600));
      person.willRest(truths.limited);
      await person.turn('[[limit]] go');
      await person.waits(2_500);
    },
  },
  {
    name: 'Codex: its terminal quits',
    ownOnly: true,
    async play(stage) {
      const person = await stage.person();
      stage.script('plain', says(1_000, 'An answer.'));
      await person.turn('[[plain]] please');
      await person.waits();
      await person.session.quit();
      await person.waits(2_500);
    },
  },
  {
    name: 'Codex: kill -9 while a command runs',
    ownOnly: true,
    async play(stage) {
      const person = await stage.person();
      stage.script('stop', codex.shell('sleep 9'));
      await person.prompt('[[stop]] it');
      await person.reads(runs);
      await person.waits();
      await person.session.dispose();
      await person.waits(2_500);
    },
  },
];

/** All scenarios of Codex, in the order in which they are played. */
export const codexScenarios: readonly CodexScenario[] = [...turns, ...dialogs, ...ends];
