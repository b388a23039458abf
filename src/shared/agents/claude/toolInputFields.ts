/**
 * Input fields that determine what a call does, most significant first: those of the client's
 * tools, and common ones of MCP servers.
 */
export const primaryFields = [
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

/** Fields that summarize a call on one line, most significant first. */
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

/** Summary fields that contain prose. */
export const proseFields: ReadonlySet<string> = new Set(['subject', 'description']);
