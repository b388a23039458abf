import { deviceOfWindow } from '../../../shared/protocol/phoneWindow';
import type { ControlOffer } from '../../../shared/protocol/control';
import type { Core } from '../core';
import type { Handlers } from '../serve/callRouter';
import { answeredFirst, refusals, type Refusal } from '../serve/refusal';
import { allowsLaterRequests } from './forGood';
import type { RefusedDecision } from './waitingCall';

type ControlCall = 'offerControl' | 'offerDesk' | 'decide' | 'handBack' | 'shown';

/** Creates the handlers of windows' calls about requests that wait for a person. */
export function createControlFeature({ control: { offers, calls } }: Core) {
  // Phones' offers come from the hub itself; a window must not make one in a phone's name.
  const isPhone = ({ window }: ControlOffer): boolean => deviceOfWindow(window) !== undefined;
  const handlers: Handlers<ControlCall> = {
    offerControl: (offer) =>
      isPhone(offer) || !offers.acceptWithSettings(offer) ? refusals.window : undefined,
    offerDesk: (offer) =>
      isPhone(offer) || !offers.acceptOffer(offer, true) ? refusals.window : undefined,
    async decide({ sessionId, ...intent }) {
      const isOnPhone = deviceOfWindow(intent.window) !== undefined;
      if (isOnPhone && allowsLaterRequests(intent.decision)) return refusals.forGood;
      const outcome = await calls.decide(sessionId, intent);
      return 'refused' in outcome ? decisionRefusal(outcome) : outcome;
    },
    handBack: ({ sessionId, ...intent }) =>
      calls.handBack(sessionId, intent) ? undefined : refusals.gone,
    shown: ({ sessionId, ...intent }) =>
      calls.recordShown(sessionId, intent) ? undefined : refusals.gone,
  };
  return { calls: handlers, subscribers: [offers] };
}

/** Returns the refusal for a decision that was not accepted. */
export function decisionRefusal(refused: RefusedDecision): Refusal {
  return refused.refused === 'answered' ? answeredFirst(refused.by) : refusals[refused.refused];
}
