import { deviceOfWindow } from '../../../shared/protocol/phoneWindow';
import type { ControlOffer } from '../../../shared/protocol/control';
import type { Control } from '../control/control';
import { isForGood } from '../control/forGood';
import type { Handlers } from '../serve/callRouter';
import { answeredFirst, refusals } from '../serve/refusal';

type ControlCall = 'offerControl' | 'offerDesk' | 'decide' | 'handBack' | 'shown';

/** Answers windows about the requests that wait for a person. */
export function controlCalls({ offers, calls }: Control): Handlers<ControlCall> {
  const set = (offer: ControlOffer, isDesk: boolean): typeof refusals.window | undefined => {
    // The hub itself offers for phones.
    const isPhone = deviceOfWindow(offer.window) !== undefined;
    return isPhone || !offers.set(offer, isDesk) ? refusals.window : undefined;
  };
  return {
    offerControl(offer) {
      const refused = set(offer, false);
      if (refused === undefined) offers.follow(offer);
      return refused;
    },
    offerDesk: (offer) => set(offer, true),
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
