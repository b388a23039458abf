import { deviceOfWindow } from '../../../shared/protocol/phoneWindow';
import type { Control } from '../control/control';
import { isForGood } from '../control/forGood';
import type { Handlers } from '../serve/callRouter';
import { answeredFirst, refusals } from '../serve/refusal';

type ControlCall = 'offerControl' | 'decide' | 'handBack' | 'shown';

/** Answers windows about the requests that wait for a person. */
export function controlCalls({ offers, calls }: Control): Handlers<ControlCall> {
  return {
    offerControl(offer) {
      // The hub itself offers for phones.
      if (deviceOfWindow(offer.window) !== undefined) return refusals.window;
      if (!offers.set(offer)) return refusals.window;
      if (offer.desk !== true) offers.follow(offer);
      return undefined;
    },
    async decide({ sessionId, ...intent }) {
      const isOnPhone = deviceOfWindow(intent.window) !== undefined;
      if (isOnPhone && isForGood(intent.decision)) return refusals.forGood;
      const outcome = await calls.decide(sessionId, intent);
      if (!('refused' in outcome)) return outcome;
      return outcome.refused === 'answered' ? answeredFirst(outcome.by) : refusals[outcome.refused];
    },
    handBack: ({ sessionId, ...intent }) =>
      calls.handBack(sessionId, intent) ? undefined : refusals.gone,
    shown: ({ sessionId, ...intent }) =>
      calls.shown(sessionId, intent) ? undefined : refusals.gone,
  };
}
