import { tool } from '../../support/claude/reply';
import type { Scenario } from '../scenario';
import { after } from '../steps';
import type { Stage } from '../stage';
import type { Person } from '../person';

/**
 * Maximum time in ms until the next run of a job that is due every minute; it starts up to half a
 * minute late.
 */
const nextRunMs = 100_000;
/** Maximum time in ms until a wake-up after one minute, which is rounded up to a full minute. */
const wakeupMs = 130_000;

const everyMinute = { cron: '* * * * *', prompt: '[[tick]] check the build', recurring: true };
const loop = '/loop [[watch]] the deploy';
const inAMinute = { delaySeconds: 60, reason: 'it takes a minute', prompt: loop, noop: false };

/** Starts a session whose agent creates a job that runs every minute. */
async function withJob(stage: Stage): Promise<Person> {
  const person = await stage.person();
  stage.script('make', tool('CronCreate', everyMinute), after(1_000, 'I check it each minute.'));
  await person.turn('[[make]] it');
  await person.waits();
  return person;
}

/** Starts a session whose agent schedules a wake-up; in the turn after it, the agent finishes. */
async function withWakeup(stage: Stage): Promise<Person> {
  const person = await stage.person();
  let turns = 0;
  stage.script(
    'watch',
    () => (turns++ === 0 ? tool('ScheduleWakeup', inAMinute) : after(1_500, 'It is live.')()),
    after(1_000, 'Not live yet.'),
  );
  await person.prompt(loop);
  await person.reads('Not live yet.');
  await person.sees('prompt');
  await person.waits();
  return person;
}

/** Scenarios with scheduled runs. Until the run, the session sleeps at an empty prompt box. */
export const loops: readonly Scenario[] = [
  {
    name: 'a job of each minute runs, asks for a permission, and is deleted',
    unattended: true,
    async play(stage) {
      const person = await withJob(stage);
      stage.script(
        'tick',
        after(1_000, (start) => start.bash('touch checked')),
        after(1_000, 'Checked.'),
      );
      await person.sees('permission', nextRunMs);
      await person.reads('Running scheduled task');
      await person.waits();
      await person.chooses(/^Yes$/);
      await person.sees('prompt');
      await person.waits(2_500);
      stage.script(
        'stop',
        ({ body }) => {
          const [, id] = /recurring job (\w+)/.exec(JSON.stringify(body.messages)) ?? [];
          return tool('CronDelete', { id });
        },
        after(1_000, 'No more.'),
      );
      await person.turn('[[stop]] it');
      await person.reads('No more.');
      await person.sees('prompt');
      await person.waits(2_500);
    },
  },
  {
    name: 'a loop that wakes itself up, once',
    unattended: true,
    async play(stage) {
      const person = await withWakeup(stage);
      await person.prompt('/tasks');
      await person.reads(/Scheduled[^]*(?:wakes in|Runs once in)/);
      await person.waits(2_000);
      person.escapes();
      await person.sees('prompt');
      await person.reads('It is live.', wakeupMs);
      await person.reads('resuming /loop wakeup');
      await person.sees('prompt');
      await person.waits(2_500);
    },
  },
  {
    name: 'Escape calls a wake-up off',
    unattended: true,
    async play(stage) {
      const person = await withWakeup(stage);
      await person.waits(2_000);
      await person.callsOffWakeup();
      await person.waits(3_000);
    },
  },
  {
    name: '/clear takes a job of each minute along',
    unattended: true,
    async play(stage) {
      const person = await withJob(stage);
      stage.script('tick', after(2_000, 'Checked.'));
      await person.waits(2_000);
      await person.prompt('/clear');
      await person.waits(2_000);
      await person.reads('Checked.', nextRunMs);
      await person.reads('Running scheduled task');
      await person.sees('prompt');
      await person.waits(2_500);
    },
  },
];
