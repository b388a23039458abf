import { givenName, maxNameLength, maxTagLength } from '../../../shared/text/givenName';
import type { LiveBoard } from '../liveBoard';
import type { Projects } from '../projects';
import type { Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';
import type { Marks } from '../store/marks';

export interface MarkCallParts {
  readonly marks: Pick<Marks, 'pin' | 'rename' | 'tag'>;
  readonly board: Pick<LiveBoard, 'get'>;
  readonly projects: Pick<Projects, 'introduce'>;
}

const nameFaults = { long: refusals.nameLong, unshowable: refusals.nameUnshowable } as const;

const tagFaults = {
  empty: refusals.tagEmpty,
  long: refusals.tagLong,
  unshowable: refusals.tagUnshowable,
} as const;

/** Takes what a person sets on sessions and projects; also on those of the past. */
export function markCalls({
  marks,
  board,
  projects,
}: MarkCallParts): Handlers<'pin' | 'rename' | 'tag'> {
  return {
    async pin({ target, on }) {
      const kept = await marks.pin(target, on);
      // A session of the past comes onto the board.
      if (on && target.scope === 'session' && board.get(target.sessionId) === undefined)
        projects.introduce(target.sessionId);
      return kept;
    },
    rename({ sessionId, name: typed }) {
      const given = givenName(typed, maxNameLength);
      if ('name' in given) return marks.rename(sessionId, given.name);
      if (given.fault === 'empty') return marks.rename(sessionId, undefined);
      return nameFaults[given.fault];
    },
    async tag({ target, word: typed, color, on }) {
      const given = givenName(typed, maxTagLength);
      if ('fault' in given) return tagFaults[given.fault];
      const kept = await marks.tag(target, { word: given.name, color }, on);
      return kept === false ? refusals.tagsFull : kept;
    },
  };
}
