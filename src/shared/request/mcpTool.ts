const prefix = 'mcp__';
const separator = '__';

/** `mcp__files__read_all` is the tool `read_all` of the server `files`; undefined for any other name. */
export function mcpTool(
  name: string,
): { readonly server: string; readonly tool: string } | undefined {
  if (!name.startsWith(prefix)) return undefined;
  const end = name.indexOf(separator, prefix.length + 1);
  const tool = end < 0 ? '' : name.slice(end + separator.length);
  return tool === '' ? undefined : { server: name.slice(prefix.length, end), tool };
}
