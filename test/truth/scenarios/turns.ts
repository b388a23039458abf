import { bash, think, tool } from '../../support/claude/reply';
import { olderClients, type Scenario } from '../scenario';
import { after, streamed, freeSleep } from '../steps';
import { truths } from '../truth';

export const turns: readonly Scenario[] = [
  {
    name: 'a plain turn',
    olderClients: [olderClients.newer, olderClients.older],
    async play(stage) {
      const person = await stage.person();
      stage.script('plain', after(1_500, 'An answer.'));
      await person.waits();
      await person.turn('[[plain]] please');
      await person.waits();
    },
  },
  {
    name: 'a long thought, then a long answer',
    async play(stage) {
      const person = await stage.person();
      const thought = streamed(2_000, think);
      stage.script('think', thought.say('Step by step. '.repeat(40), { chunk: 14, delayMs: 50 }));
      await person.turn('[[think]] hard');
      await person.waits();
    },
  },
  {
    name: 'an answer that ends with a question',
    async play(stage) {
      const person = await stage.person();
      stage.script('ask', after(800, 'I see two ways. Which one do you want?'));
      person.willRest(truths.asked);
      await person.turn('[[ask]] back');
      await person.waits(2_500);
    },
  },
  {
    name: 'parallel reads, then Bash that is always allowed',
    home: freeSleep,
    async play(stage) {
      const person = await stage.person();
      const read = { file_path: `${stage.home.project}/hello.txt` };
      stage.script(
        'reads',
        tool('Read', read).tool('Read', read).tool('Glob', { pattern: '*.txt' }),
        after(600, (start) => start.bash('sleep 2')),
        after(800, 'Read.'),
      );
      await person.turn('[[reads]] them');
      await person.waits();
    },
  },
  {
    name: 'a failing tool that goes on',
    home: { settings: { permissions: { allow: ['Bash(sleep:*)', 'Bash(false)'] } } },
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'failing',
        bash('false'),
        after(1_500, (start) =>
          start.tool('Read', { file_path: `${stage.home.project}/missing.txt` }),
        ),
        after(1_000, 'It failed, and I went on.'),
      );
      await person.turn('[[failing]] it');
      await person.waits();
    },
  },
  {
    name: 'an unknown tool, then bad parameters',
    async play(stage) {
      const person = await stage.person();
      stage.script(
        'unknown',
        tool('NoSuchTool', { anything: 1 }),
        after(1_000, (start) => start.tool('Read', { wrong: true })),
        after(1_000, 'So be it.'),
      );
      await person.turn('[[unknown]] it');
      await person.waits();
    },
  },
  {
    name: 'a prompt that is queued while a tool runs',
    home: freeSleep,
    async play(stage) {
      const person = await stage.person();
      stage.script('busy', bash('sleep 4'), after(1_000, 'Done.'));
      stage.script('queued', after(1_000, 'And this.'));
      await person.prompt('[[busy]] go');
      await person.reads(/Running|sleep 4/);
      await person.waits(800);
      await person.prompt('[[queued]] next');
      await person.reads('And this.');
      await person.sees('prompt');
      await person.waits();
    },
  },
];
