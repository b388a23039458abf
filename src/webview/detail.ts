import { plainText } from '../shared/plainText';
import type { LiveSession } from '../shared/protocol';
import { summarizeRequest, type RequestSummary } from '../shared/requestSummary';

/** What a card says beneath its title. */
export interface Detail extends RequestSummary {
  /** `request` waits for a person, `tool` is at work, `said` is the agent's last word. */
  readonly about: 'request' | 'tool' | 'said';
  /** Set when a subagent asks, not the main agent. */
  readonly asker?: string;
}

/** The request that is open, else the tool that runs, else what the agent said last. */
export function detailOf({ pendingRequest, agentState }: LiveSession): Detail | undefined {
  if (pendingRequest) {
    const { toolName, toolInput, agentType } = pendingRequest;
    const summary = summarizeRequest(toolName, toolInput);
    if (!summary) return undefined;
    return { ...summary, about: 'request', ...(agentType ? { asker: agentType } : {}) };
  }
  const { toolName, toolInput, message } = agentState.context ?? {};
  if (agentState.group === 'autonomous') {
    const summary =
      typeof toolName === 'string' ? summarizeRequest(toolName, toolInput) : undefined;
    return summary && { ...summary, about: 'tool' };
  }
  const said = typeof message === 'string' ? message : '';
  const text = plainText(agentState.state === 'awaiting_input' ? lastParagraph(said) : said, 400);
  return text === '' ? undefined : { kind: 'text', text, about: 'said' };
}

/** Where a question stands in a long answer. */
function lastParagraph(message: string): string {
  return (
    message
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? ''
  );
}
