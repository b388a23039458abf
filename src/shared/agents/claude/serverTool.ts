const prefix = 'mcp__';
const separator = '__';

/**
 * True for the name of a tool of an MCP server, and for the name by which a rule covers all tools
 * of a server.
 */
export function isServerTool(name: string): boolean {
  return name.startsWith(prefix);
}

/**
 * Splits a name such as `mcp__files__read_all` into the server `files` and its tool `read_all`;
 * undefined for any other name.
 */
export function serverTool(
  name: string,
): { readonly server: string; readonly tool: string } | undefined {
  if (!isServerTool(name)) return undefined;
  const end = name.indexOf(separator, prefix.length + 1);
  const tool = end < 0 ? '' : name.slice(end + separator.length);
  return tool === '' ? undefined : { server: name.slice(prefix.length, end), tool };
}

/** The server that a rule covers completely: `files` for `mcp__files`. */
export function serverOfRule(name: string): string {
  return name.slice(prefix.length);
}
