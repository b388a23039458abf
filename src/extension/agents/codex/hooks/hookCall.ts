import { fieldsOf } from '../../../../shared/text/fields';
import { namedCall } from '../rollout/calls';
import { filesOfPatch } from '../rollout/patch';
import type { CodexPayload } from './codexPayload';

/** Start of the names of the tools that start subagents and wait for them. */
const groupName = /^collaboration(?=[a-z])/u;
const shellTool = 'Bash';
const patchTool = 'apply_patch';

/** Returns the call of a hook by the names of tools that pages know. */
export function hookCall({ tool_name: tool, tool_input: input }: CodexPayload): {
  readonly tool: string | undefined;
  readonly input: unknown;
} {
  if (tool === undefined || tool === shellTool) return { tool, input };
  const fields = fieldsOf(input);
  if (tool === patchTool) return patchCall(fields['command']);
  const { name, input: named } = namedCall(tool.replace(groupName, ''), fields);
  return { tool: name, input: named };
}

/**
 * A patch of one part of one file is the call that makes the same change. Any other is shown as it
 * is: a person decides on it, so that nothing of it may be left out.
 */
function patchCall(command: unknown): { readonly tool: string; readonly input: unknown } {
  // A request has the patch without its last line break.
  const patch = typeof command === 'string' ? command.trimEnd() : '';
  const [file] = isOneChange(patch) ? filesOfPatch(patch) : [];
  return file === undefined
    ? { tool: patchTool, input: { patch } }
    : { tool: file.name, input: file.input };
}

function isOneChange(patch: string): boolean {
  const [first, file = '', ...rest] = patch.split('\n');
  if (first !== '*** Begin Patch' || rest.pop() !== '*** End Patch') return false;
  if (file.startsWith('*** Add File: ')) return rest.every((line) => line.startsWith('+'));
  if (!file.startsWith('*** Update File: ')) return false;
  const lines = rest[0] === '@@' ? rest.slice(1) : rest;
  return lines.length > 0 && lines.every((line) => /^[ +-]/u.test(line));
}
