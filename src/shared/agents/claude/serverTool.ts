const prefix = 'mcp__';
const separator = '__';

/** True for a tool of an MCP server, and for a rule's name for all tools of a server. */
export function isServerTool(name: string): boolean {
  return name.startsWith(prefix);
}

/** `mcp__files__read_all` is the tool `read_all` of the server `files`; undefined for any other name. */
export function serverTool(
  name: string,
): { readonly server: string; readonly tool: string } | undefined {
  if (!isServerTool(name)) return undefined;
  const end = name.indexOf(separator, prefix.length + 1);
  const tool = end < 0 ? '' : name.slice(end + separator.length);
  return tool === '' ? undefined : { server: name.slice(prefix.length, end), tool };
}

/** The server of a rule for all of its tools, such as `mcp__files`. */
export function serverNamed(name: string): string {
  return name.slice(prefix.length);
}
