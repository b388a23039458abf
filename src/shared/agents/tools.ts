import { type Fields, ownOf } from '../text/fields';
import { claudeTools } from './claude/tools';
import { codexTools } from './codex/tools';
import type { FieldRole, Tool, ToolField, ToolKind } from './tool';

/** The tools of all agents by their names. */
const tools: ReadonlyMap<string, Tool> = new Map<string, Tool>(
  Object.entries({ ...claudeTools, ...codexTools }),
);

export function toolKind(name: string): ToolKind {
  return tools.get(name)?.kind ?? 'other';
}

/** Names of all tools of a kind; the name that current clients use comes first. */
export function toolNames(kind: Tool['kind']): readonly string[] {
  return [...tools].flatMap(([name, tool]) => (tool.kind === kind ? [name] : []));
}

/** Name of a kind's tool in current clients. */
export function toolName(kind: Tool['kind']): string {
  return toolNames(kind)[0] ?? kind;
}

/** True for a tool that runs a command line. */
export function isShellTool(name: string): boolean {
  return toolKind(name) === 'shell';
}

/** True for a tool whose command lines are read as those of a POSIX shell. */
export function isPosixShell(name: string): boolean {
  return tools.get(name)?.isPosix === true;
}

/** True for a tool that changes one text file, so that its diff can be shown. */
export function isTextEdit(name: string): boolean {
  const kind = toolKind(name);
  return kind === 'edit' || kind === 'write';
}

/** True for a tool that changes the file that its call names. */
export function isFileEdit(name: string): boolean {
  return isTextEdit(name) || toolKind(name) === 'editNotebook';
}

/** True for a tool that starts a subagent. */
export function isSubagentTool(name: string): boolean {
  return toolKind(name) === 'subagent';
}

/** True for a tool whose call is itself a dialog: nothing is executed until a person answers. */
export function isDialogTool(name: string): boolean {
  const kind = toolKind(name);
  return kind === 'question' || kind === 'plan';
}

/** Meaning of a field of a tool's input; undefined for a field that is not in the table. */
export function toolField(tool: string, field: string): ToolField | undefined {
  return ownOf(tools.get(tool)?.fields ?? {}, field);
}

export function isFieldFor(role: FieldRole, tool: string, field: string): boolean {
  return toolField(tool, field)?.role === role;
}

/** The text that a call writes to a file or sends to an agent. */
export function contentIn(tool: string, input: Fields): string | undefined {
  const named = Object.keys(tools.get(tool)?.fields ?? {});
  const content = named.find((field) => isFieldFor('content', tool, field));
  const value = content === undefined ? undefined : input[content];
  return typeof value === 'string' ? value : undefined;
}

/** True if the value is the field's default. */
export function isDefault(tool: string, field: string, value: unknown): boolean {
  const defaults = tools.get(tool)?.defaults;
  return defaults !== undefined && ownOf(defaults, field) === value;
}
