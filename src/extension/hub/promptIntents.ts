import { promptIntentSchema, sessionActSchema } from '../../shared/prompts';
import { routes, type LiveSession } from '../../shared/protocol';
import type { ControlOffers } from './control/controlOffers';
import type { Acts } from './prompts/acts';
import type { Unfit } from './prompts/line';
import type { Prompts } from './prompts/prompts';
import type { Intent } from './serve/intents';
import { refusals, type Refusal } from './serve/refusal';
import type { Seals } from './signed/seals';

export interface PromptIntentParts {
  readonly session: (sessionId: string) => LiveSession | undefined;
  readonly offers: Pick<ControlOffers, 'offeredBy'>;
  readonly prompts: Pick<Prompts, 'change'>;
  readonly acts: Acts;
  readonly seals: Seals;
}

const unfit: Readonly<Record<Unfit, Refusal>> = {
  full: refusals.promptsFull,
  empty: refusals.promptEmpty,
  untypable: refusals.promptUntypable,
  gone: refusals.promptGone,
};

/** What windows may ask of sessions' prompts and processes; only where they offer control. */
export function promptIntents(parts: PromptIntentParts): Readonly<Record<string, Intent>> {
  const { session: get, offers, prompts, acts, seals } = parts;
  const controlled = (sessionId: string, window: string): LiveSession | Refusal => {
    const session = get(sessionId);
    if (session === undefined) return refusals.session;
    return offers.offeredBy(window, session.projectPath) === undefined ? refusals.off : session;
  };
  return {
    [`${routes.sessions}/:id/prompts`]: seals.intent(
      'prompts',
      promptIntentSchema,
      async ({ window, change }, sessionId, seal) => {
        const session = controlled(sessionId, window);
        if ('error' in session) return { refusal: session };
        const answer = await prompts
          .change(sessionId, change, { window, seal })
          .catch(() => undefined);
        if (answer === undefined) return { refusal: refusals.promptUnkept };
        return typeof answer === 'string' ? { refusal: unfit[answer] } : { answer };
      },
    ),
    [`${routes.sessions}/:id/act`]: seals.intent(
      'act',
      sessionActSchema,
      async ({ window, act }, sessionId) => {
        const session = controlled(sessionId, window);
        if ('error' in session) return { refusal: session };
        return { answer: { outcome: await acts.run(session, act) } };
      },
    ),
  };
}
