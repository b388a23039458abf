import type { Usage } from '../../support/transcript/contextMeter';
import { usageIn } from '../../support/transcript/clientLines';

/** The usage that is charged for a message. */
export interface BilledUsage extends Usage {
  /** Tokens written to the cache with a lifetime of one hour. */
  readonly hour: number;
  readonly webSearches: number;
  readonly fast: boolean;
  readonly usOnly: boolean;
}

/** The usage in the client's format after a message is complete. */
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

/**
 * The usage that the service reports at the start of a message; an interrupted message keeps it.
 */
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
