import { setTimeout as pause } from 'node:timers/promises';
import { gate } from '../support/claude/gate';
import { hold, type Reply } from '../support/claude/reply';

/** Holds the first token back for that long, counted from the request. */
export function after(ms: number, then: (start: Reply) => Reply): () => Reply {
  return () => {
    const release = gate();
    void pause(ms).then(() => release.open());
    return then(hold(release));
  };
}

/** An answer whose text takes about that long to stream. */
export function streamed(ms: number, start: (text: string, pace: object) => Reply): Reply {
  const pieces = Math.ceil(ms / 50);
  return start('Step by step. '.repeat(pieces), { chunk: 14, delayMs: 50 });
}
