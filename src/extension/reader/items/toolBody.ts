import {
  commandText,
  planIn,
  questionsIn,
  replacementsIn,
  todosIn,
} from '../../../shared/agents/inputs';
import { contentIn, toolKind } from '../../../shared/agents/tools';
import { textOf, type Fields } from '../../../shared/text/fields';
import { plainTitle } from '../../../shared/text/plainText';
import type { Replacement, ToolContent } from '../../../shared/messages/readerItems';
import { type ClipLimits, clipText } from './clip';

const maxTodos = 200;
const maxFields = 60;
const maxFieldLength = 4_000;

/** The parts of a call's body that are shown below its summary. */
export function toolBodyOf(tool: string, input: Fields, limits: ClipLimits): ToolContent {
  switch (toolKind(tool)) {
    case 'shell':
      return { type: 'command', text: clipText(commandText(input), limits.written) };
    case 'edit':
      return editsOf(tool, input, limits);
    case 'write':
    case 'editNotebook':
      return { type: 'file', text: clipText(contentIn(tool, input) ?? '', limits.written) };
    case 'subagent':
      return markdown(contentIn(tool, input) ?? '', false, limits);
    case 'plan':
      return markdown(planIn(input) ?? '', true, limits);
    case 'todos':
      return {
        type: 'todos',
        todos: (todosIn(input, maxTodos) ?? []).map((todo) => ({
          status: plainTitle(todo.status, 40),
          text: plainTitle(todo.text, 400),
        })),
      };
    case 'question':
      return questionsOf(input);
    case 'read':
    case 'search':
    case 'find':
    case 'fetch':
    case 'searchWeb':
    case 'skill':
    case 'createTask':
    case 'changeTask':
      return { type: 'none' };
    default:
      return fieldsBody(input);
  }
}

/** The input of an unknown tool, field by field; values that are not text are shown as JSON. */
function fieldsBody(input: Fields): ToolContent {
  const fields = Object.entries(input).slice(0, maxFields);
  if (fields.length === 0) return { type: 'none' };
  return {
    type: 'fields',
    fields: fields.map(([name, value]) => ({
      name: plainTitle(name, 60),
      value: clipText(
        typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? ''),
        maxFieldLength,
      ).text,
    })),
  };
}

function editsOf(tool: string, input: Fields, limits: ClipLimits): ToolContent {
  let left = limits.written;
  let more = 0;
  const shown: Replacement[] = [];
  for (const { old, next } of replacementsIn(tool, input)) {
    const before = clipExactly(textOf(old), left);
    const after = clipExactly(textOf(next), left);
    left = Math.max(0, left - before.text.length - after.text.length);
    more += before.more + after.more;
    shown.push({ before: before.text, after: after.text });
  }
  return { type: 'edits', edits: shown, more };
}

/** Clips a text but keeps its leading and trailing blank lines, which matter in an edit. */
function clipExactly(
  value: string,
  length: number,
): { readonly text: string; readonly more: number } {
  const clean = clipText(`|${value}|`, Infinity).text.slice(1, -1);
  return { text: clean.slice(0, length), more: Math.max(0, clean.length - length) };
}

function markdown(value: string, isPlan: boolean, limits: ClipLimits): ToolContent {
  return { type: 'markdown', text: clipText(value, limits.written), isPlan };
}

function questionsOf(input: Fields): ToolContent {
  return {
    type: 'questions',
    questions: questionsIn(input, 20).map(({ text, options }) => ({
      question: clipText(text, 2_000).text,
      options: options.slice(0, 20).map(({ label, description }) => ({
        label: plainTitle(label, 300),
        about: plainTitle(description, 600),
      })),
    })),
  };
}
