import { newHookNames } from '../../hookFields';
import type { AgentHooks } from '../../hooks';
import { codexEvents } from '../names/codexEvents';
import { codexAnswer } from './codexAnswer';
import { codexFields, codexPayloadSchema } from './codexPayload';
import { codexReport } from './codexReport';
import { isCodexPayload } from './isCodexPayload';

/** The longest time for which a request is held, in ms. */
const holdMs = 60_000;

const known = { events: new Set(codexEvents.keys()), fields: codexFields };

export const codexHooks: AgentHooks = {
  read(body) {
    const { success, data } = codexPayloadSchema.safeParse(body);
    if (!success || !isCodexPayload(data)) return undefined;
    const newNames = newHookNames(data.hook_event_name, data, known);
    return { report: codexReport(data), newNames };
  },
  answer: codexAnswer,
  holdMs,
};
