import { toolName } from '../../../../shared/agents/tools';
import { jsonIn } from '../../../../shared/text/boundedJson';
import { fieldsOf, listOf, textOf, type Fields } from '../../../../shared/text/fields';
import { parseObject, textIn, type JsonObject } from '../../../util/json';
import type { ToolUse } from '../../../hub/domain/facts/transcriptEntry';
import type { Block, Entry } from '../../transcripts/entry';
import { filesOfPatch, patchTool, type NamedCall } from './patch';

type Converter = (input: Fields) => NamedCall;

const converters: ReadonlyMap<string, Converter> = new Map<string, Converter>([
  ['exec_command', shellCall],
  ['shell', shellCall],
  ['shell_command', shellCall],
  ['local_shell', shellCall],
  ['write_stdin', inputCall],
  ['view_image', ({ path }) => ({ name: toolName('read'), input: { file_path: textOf(path) } })],
  ['update_plan', planCall],
  ['request_user_input', questionCall],
  ['spawn_agent', spawnCall],
  ['wait_agent', () => ({ name: toolName('subagent'), input: {} })],
]);

/**
 * Converts a call of one of the program's tools; a call of any other tool keeps its name, as does a
 * question that does not wait for its answer.
 */
export function namedCall(tool: string, input: Fields): NamedCall {
  return converters.get(tool)?.(input) ?? { name: tool, input };
}

/** The message of the agent that makes a call in a line. */
export function callEntry(payload: JsonObject): Entry {
  const id = textIn(payload, 'call_id') ?? '';
  const tool = textIn(payload, 'name') ?? '';
  const text = textIn(payload, 'input') ?? '';
  if (tool === patchTool) return patchEntry(id, filesOfPatch(text));
  const input = text === '' ? parseObject(textIn(payload, 'arguments') ?? '') : scriptInput(text);
  return callsEntry(id, [namedCall(tool, input ?? {})]);
}

/** Command in the first call of a script. */
const firstCommand = /\btools\.\w{1,60}\(\{ ?cmd: ?("(?:[^"\\]|\\.){1,2000}")/u;

/** The input of a call that runs a script, with the command that it starts with. */
function scriptInput(code: string): Fields {
  const command = jsonIn(firstCommand.exec(code)?.[1] ?? '');
  return { ...(typeof command === 'string' && { description: command }), code };
}

/** The message that makes a patch; an unreadable one still is a call that has a result. */
function patchEntry(id: string, files: readonly NamedCall[]): Entry {
  return callsEntry(id, files.length > 0 ? files : [{ name: toolName('edit'), input: {} }]);
}

/**
 * The message that makes one call of the program, which pages show as one or several: the first
 * has the call's id, and gets the result of all.
 */
export function callsEntry(id: string, calls: readonly NamedCall[]): Entry {
  const blocks = calls.map((call, index): Block & ToolUse => ({
    kind: 'toolUse',
    ...call,
    id: index === 0 ? id : `${id}#${index}`,
  }));
  return { kind: 'assistant', toolUses: blocks.slice(0, 1), blocks, isSynthetic: false };
}

function shellCall({ cmd, command = cmd, justification, workdir }: Fields): NamedCall {
  const text = Array.isArray(command) ? commandOf(command) : textOf(command);
  const input = {
    command: text,
    ...(typeof justification === 'string' && { description: justification }),
    ...(typeof workdir === 'string' && { workdir }),
  };
  return { name: toolName('shell'), input };
}

/** The command line in the words of a call; those of a shell have it as the last one. */
export function commandOf(words: readonly unknown[]): string {
  const texts = words.map(textOf);
  const [, option = ''] = texts;
  return texts.length === 3 && /^-l?c$/u.test(option) ? (texts[2] ?? '') : texts.join(' ');
}

/** A call that writes to a background command and reads its output. */
function inputCall({ session_id: id, chars }: Fields): NamedCall {
  const input = { task_id: String(id), ...(chars !== '' && { chars }) };
  return { name: toolName('shellOutput'), input };
}

function planCall({ plan, explanation }: Fields): NamedCall {
  const todos = listOf(plan).map((one) => {
    const { step, status } = fieldsOf(one);
    return { content: textOf(step), activeForm: textOf(step), status: textOf(status) };
  });
  return {
    name: toolName('todos'),
    input: { todos, ...(explanation !== undefined && { explanation }) },
  };
}

function questionCall({ questions }: Fields): NamedCall {
  const all = listOf(questions).map((one) => {
    const { question, title, header, options } = fieldsOf(one);
    return {
      question: textOf(question) || textOf(title),
      header: textOf(header),
      options: listOf(options).map((option) => {
        const { label, description } = fieldsOf(option);
        return typeof option === 'string'
          ? { label: option, description: '' }
          : { label: textOf(label), description: textOf(description) };
      }),
      multiSelect: false,
    };
  });
  return { name: toolName('question'), input: { questions: all } };
}

function spawnCall({ task_name: task, agent_type: type, message }: Fields): NamedCall {
  const input = {
    description: textOf(task),
    prompt: textOf(message),
    ...(typeof type === 'string' && { subagent_type: type }),
  };
  return { name: toolName('subagent'), input };
}
