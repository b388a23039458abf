import { setTimeout as pause } from 'node:timers/promises';
import { gate } from '../support/claude/gate';
import { hold, type Reply } from '../support/claude/reply';
import type { Person } from './person';
import type { Stage } from './stage';

/** A home whose client sleeps without a permission. */
export const freeSleep = { settings: { permissions: { allow: ['Bash(sleep:*)'] } } };

/** Holds the first token back for that long, counted from the request; a text is said. */
export function after(ms: number, then: string | ((start: Reply) => Reply)): () => Reply {
  return () => {
    const release = gate();
    void pause(ms).then(() => release.open());
    const start = hold(release);
    return typeof then === 'string' ? start.say(then) : then(start);
  };
}

/** An answer whose text takes about that long to stream. */
export function streamed(ms: number, start: (text: string, pace: object) => Reply): Reply {
  const pieces = Math.ceil(ms / 50);
  return start('Step by step. '.repeat(pieces), { chunk: 14, delayMs: 50 });
}

/** A session with one turn. */
export async function talked(stage: Stage, marker: string): Promise<Person> {
  const person = await stage.person();
  stage.script(marker, after(800, 'Talked.'));
  await person.turn(`[[${marker}]] to me`);
  await person.waits();
  return person;
}
