import * as z from '../schema';

/** The setting for agents that read the board over the Model Context Protocol (MCP). */
export const mcpSettingSchema = z.lazyObject(() => ({
  /** True if titles, prompts, requests and messages are shown to them. */
  texts: z.boolean(),
}));
export type McpSetting = z.infer<typeof mcpSettingSchema>;
