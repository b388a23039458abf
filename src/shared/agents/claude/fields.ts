/**
 * Fields that say what a call does, the most telling first: those of the client's tools, and usual ones
 * of MCP servers.
 */
export const tellingFields = [
  'command',
  'script',
  'code',
  'url',
  'uri',
  'file_path',
  'notebook_path',
  'path',
  'skill',
  'args',
  'prompt',
  'content',
  'new_source',
  'query',
  'pattern',
  'subject',
] as const;

/** Fields that sum up a call on one line, the most telling first. */
export const summaryFields = [
  'command',
  'file_path',
  'notebook_path',
  'path',
  'url',
  'query',
  'pattern',
  'skill',
  'subject',
  'description',
] as const;

/** Those of them that hold prose. */
export const proseFields: ReadonlySet<string> = new Set(['subject', 'description']);
