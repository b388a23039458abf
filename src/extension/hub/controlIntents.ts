import {
  controlOfferSchema,
  decideSchema,
  handBackSchema,
  shownSchema,
} from '../../shared/control';
import { routes } from '../../shared/protocol';
import type { Control } from './control/control';
import type { Refused } from './control/waitingCalls';
import { intent, type Intent } from './serve/intents';
import type { Seals } from './signed/seals';
import { answeredFirst, refusals, type Refusal } from './serve/refusal';

/** What windows may ask of the requests that wait for a person. */
export function controlIntents(
  { offers, calls }: Control,
  seals: Seals,
): Readonly<Record<string, Intent>> {
  return {
    [routes.control]: intent(controlOfferSchema, (offer) =>
      offers.set(offer) ? undefined : { refusal: refusals.window },
    ),
    [`${routes.sessions}/:id/decide`]: seals.intent(
      'decide',
      decideSchema,
      async (body, sessionId) => {
        const outcome = await calls.decide(sessionId, body);
        return 'refused' in outcome ? { refusal: refusalOf(outcome) } : { answer: outcome };
      },
    ),
    [`${routes.sessions}/:id/handback`]: intent(handBackSchema, (body, sessionId) =>
      calls.handBack(sessionId, body) ? undefined : { refusal: refusals.gone },
    ),
    [`${routes.sessions}/:id/shown`]: intent(shownSchema, (body, sessionId) =>
      calls.shown(sessionId, body) ? undefined : { refusal: refusals.gone },
    ),
  };
}

function refusalOf(outcome: Refused): Refusal {
  return outcome.refused === 'answered' ? answeredFirst(outcome.by) : refusals[outcome.refused];
}
