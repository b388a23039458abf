import { isPhoneChannel } from '../../../shared/protocol/signed';
import { parseGivenName, maxGivenName, maxTagLength } from '../../../shared/text/givenName';
import type { LiveBoard } from '../board/liveBoard';
import type { Projects } from '../projects';
import type { ControlOffers } from '../control/controlOffers';
import type { CallOrigin, Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';
import { streamKey } from '../serve/streamKey';
import type { MarkedBy, Marks } from '../store/marks';

export interface MarkCallParts {
  readonly marks: Pick<Marks, 'pin' | 'rename' | 'tag'>;
  readonly board: Pick<LiveBoard, 'get'>;
  readonly projects: Pick<Projects, 'sendKnownData'>;
  readonly offers: Pick<ControlOffers, 'isSigned'>;
}

const nameFaults = { long: refusals.nameLong, unshowable: refusals.nameUnshowable } as const;

const tagFaults = {
  empty: refusals.tagEmpty,
  long: refusals.tagLong,
  unshowable: refusals.tagUnshowable,
} as const;

/** Handles the marks that a person sets on sessions and projects, including past ones. */
export function markCalls({
  marks,
  board,
  projects,
  offers,
}: MarkCallParts): Handlers<'pin' | 'rename' | 'tag'> {
  /**
   * Anyone with the token may set marks, but only windows with a signed offer and phones act for a
   * person.
   */
  const markedBy = ({ channel, stream }: CallOrigin = {}): MarkedBy => ({
    isByPerson:
      channel === undefined
        ? stream !== undefined && offers.isSigned(streamKey('', stream))
        : isPhoneChannel(channel),
  });
  return {
    async pin({ target, on }, _seal, origin) {
      const kept = await marks.pin(target, on, markedBy(origin));
      // Marking a past session puts it onto the board.
      if (on && target.scope === 'session' && board.get(target.sessionId) === undefined)
        projects.sendKnownData(target.sessionId);
      return kept;
    },
    rename({ sessionId, name: typed }, _seal, origin) {
      const by = markedBy(origin);
      const given = parseGivenName(typed, maxGivenName);
      if ('name' in given) return marks.rename(sessionId, given.name, by);
      if (given.fault === 'empty') return marks.rename(sessionId, undefined, by);
      return nameFaults[given.fault];
    },
    async tag({ target, word: typed, color, on }, _seal, origin) {
      const given = parseGivenName(typed, maxTagLength);
      if ('fault' in given) return tagFaults[given.fault];
      const kept = await marks.tag(target, { word: given.name, color }, on, markedBy(origin));
      return kept === false ? refusals.tagsFull : kept;
    },
  };
}
