import type { AgentHooks } from '../../hooks';
import { foreignAgent } from './foreignAgent';
import { hookAnswer } from './hookAnswer';
import { hookPayloadSchema } from './hookPayload';
import { hookReport } from './hookReport';
import { newNamesIn } from './newNames';

export const claudeHooks: AgentHooks = {
  read(body, entrypoint) {
    const { success, data } = hookPayloadSchema.safeParse(body);
    if (!success) return undefined;
    const foreign = foreignAgent(data, entrypoint);
    if (foreign !== undefined) return { foreign };
    return { report: hookReport(data), entrypoint, newNames: newNamesIn(data) };
  },
  answer: hookAnswer,
};
