import type { Usage } from '../../support/transcript/contextMeter';
import { usageIn } from '../../support/transcript/clientLines';

/** What a message is charged for, and how the client writes it down. */
export interface BilledUsage extends Usage {
  /** The part of the cache writes that lasts an hour. */
  readonly hour: number;
  readonly webSearches: number;
  readonly fast: boolean;
  readonly usOnly: boolean;
}

/** The usage of a finished message. */
export function finalUsage(usage: BilledUsage): Readonly<Record<string, unknown>> {
  const { hour, webSearches, fast, usOnly } = usage;
  return {
    ...usageIn(usage, hour),
    output_tokens_details: { thinking_tokens: Math.floor(usage.output_tokens / 3) },
    server_tool_use: { web_search_requests: webSearches, web_fetch_requests: 0 },
    inference_geo: usOnly ? 'us' : '',
    speed: fast ? 'fast' : 'standard',
  };
}

/** As the service tells it when a message starts: what an interrupted message is left with. */
export function firstUsage(usage: BilledUsage): Readonly<Record<string, unknown>> {
  return {
    input_tokens: usage.input_tokens,
    cache_creation_input_tokens: usage.cache_creation_input_tokens,
    cache_read_input_tokens: usage.cache_read_input_tokens,
    cache_creation: {
      ephemeral_5m_input_tokens: usage.cache_creation_input_tokens - usage.hour,
      ephemeral_1h_input_tokens: usage.hour,
    },
    output_tokens: outputAtStart,
    service_tier: 'standard',
  };
}

export const outputAtStart = 3;
