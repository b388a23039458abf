import { setTimeout as pause } from 'node:timers/promises';
import { gate } from '../support/realClient/gate';
import { hold, type Reply } from '../support/claude/reply';
import type { Person } from './person';
import type { Stage } from './stage';

/** Options for a home in which the client runs `sleep` without asking for a permission. */
export const freeSleep = { settings: { permissions: { allow: ['Bash(sleep:*)'] } } };

/**
 * An answer whose first token is delayed by `ms` from the request. `then` is the text of the answer
 * or builds it.
 */
export function after(ms: number, then: string | ((start: Reply) => Reply)): () => Reply {
  return () => {
    const release = gate();
    void pause(ms).then(() => release.open());
    const start = hold(release);
    return typeof then === 'string' ? start.say(then) : then(start);
  };
}

/** An answer whose text takes about `ms` to stream. */
export function streamed(ms: number, start: (text: string, pace: object) => Reply): Reply {
  const pieces = Math.ceil(ms / 50);
  return start('Step by step. '.repeat(pieces), { chunk: 14, delayMs: 50 });
}

/** Starts a session and plays one turn. */
export async function startTalkedSession(stage: Stage, marker: string): Promise<Person> {
  const person = await stage.person();
  stage.script(marker, after(800, 'Talked.'));
  await person.turn(`[[${marker}]] to me`);
  await person.waits();
  return person;
}
