import { isMadeByClient } from '../texts/promptMarks';
import { scheduleChangeOfCarry } from '../../../hub/domain/facts/schedule/scheduleChange';
import { attachmentNotice } from './attachmentNotice';
import { callResults } from './callResults';
import { contentOf, contentText } from './content';
import type { Entry, Utterance } from '../../transcripts/entry';
import { nameIn, objectIn, textIn, type JsonObject } from '../../../util/json';
import { parentIn } from './parent';
import { commandElements } from './tags';

export function userEntry(line: JsonObject): Entry {
  const content = contentOf(objectIn(line, 'message')?.['content']);
  const { all, named } = callResults(content, line);
  const said: Utterance = {
    content,
    results: all,
    isMeta: line['isMeta'] === true,
    isSummary: line['isCompactSummary'] === true,
    queued: false,
    author: authorOf(line),
  };
  if (named.length > 0) return { kind: 'toolResults', results: named, said };
  const text = contentText(content);
  if (text === undefined) return { kind: 'other', said };
  if (isInterruption(text)) return { kind: 'interrupted', said };
  if (said.isSummary) return { kind: 'other', said };
  if (said.isMeta) {
    const kind = textIn(objectIn(line, 'origin'), 'kind');
    return kind === 'auto-continuation' || isTurnStart(text) || isStartedByClient(line)
      ? { kind: 'prompt', text, human: false, said }
      : { kind: 'other', said };
  }
  const permissionMode = nameIn(line, 'permissionMode');
  const parent = parentIn(line);
  const elements = commandElements(text, said.author === 'person');
  const command = elements && slashCommand(elements);
  if (command !== undefined) {
    // Most built-in commands start no turn; a custom command has the fields of a prompt. Custom
    // commands of clients 2.1.98 to 2.1.101 lack them, but start with the message element, which
    // built-in ones never do.
    const startsTurn =
      permissionMode !== undefined ||
      objectIn(line, 'origin') !== undefined ||
      text.startsWith('<command-message>') ||
      isTurnCommand(command);
    const human = !isStartedByClient(line);
    return startsTurn
      ? { kind: 'prompt', text: command, human, permissionMode, parent, said }
      : { kind: 'other', said };
  }
  const shell = elements?.get('bash-input') ?? '';
  if (shell !== '') return { kind: 'other', shell: `!${shell}`, said };
  const isUnsigned = said.author === undefined && permissionMode === undefined;
  if (elements !== undefined || (isUnsigned && isCommandOutput(text)))
    return { kind: 'other', said };
  return { kind: 'prompt', text, human: isHuman(line, text), permissionMode, parent, said };
}

/**
 * Creates the entry of an attachment. Prompts delivered in mid-turn and schedules that were carried
 * over have no `user` line.
 */
export function attachmentEntry(attachment: JsonObject | undefined): Entry {
  switch (attachment?.['type']) {
    case 'session_cron_carry': {
      const news = scheduleChangeOfCarry(attachment);
      return news === undefined ? { kind: 'other' } : { kind: 'schedule', news };
    }
    case 'queued_command': {
      const content = contentOf(attachment['prompt']);
      const text = contentText(content);
      const said: Utterance = {
        content,
        results: [],
        isMeta: attachment['isMeta'] === true,
        isSummary: false,
        queued: true,
        author: authorOf(attachment),
      };
      if (text === undefined || text === '') return { kind: 'other', said };
      return { kind: 'prompt', text, human: isHuman(attachment, text), queued: true, said };
    }
    default:
      return { kind: 'other', ...(attachment && { notice: attachmentNotice(attachment) }) };
  }
}

/** True for a record by which the client makes the agent continue after the end of its turn. */
function isTurnStart(note: string): boolean {
  return /^(?:Stop hook feedback:|A session-scoped Stop hook is now active)/u.test(note);
}

/**
 * The client's notes, with the role of a prompt, that a turn was stopped; from the source of client
 * 2.1.332.
 */
const interruptions: ReadonlySet<string> = new Set([
  '[Request interrupted by user]',
  '[Request interrupted by user for tool use]',
  '[Request interrupted: the session ended before this agent finished. Nobody asked it to stop.]',
  '[This turn ended before it finished.]',
]);

/** True if the text is exactly the client's note that a turn was stopped. */
export function isInterruption(text: string): boolean {
  return interruptions.has(text.trimEnd());
}

function isHuman(value: JsonObject, text: string): boolean {
  if (isStartedByClient(value)) return false;
  const author = authorOf(value);
  return author === undefined ? !isMadeByClient(text) : author === 'person';
}

function authorOf(value: JsonObject): Utterance['author'] {
  const kind = textIn(objectIn(value, 'origin'), 'kind');
  if (kind === undefined) return undefined;
  return kind === 'human' ? 'person' : 'client';
}

/** Origins of turns that no person started, as measured on client 2.1.332. */
const ownOrigins: ReadonlySet<string> = new Set([
  'scheduled',
  'peer',
  'auto_continuation',
  'task_notification',
]);

/** True if the client itself started the turn of a prompt: for a schedule, a teammate or its own work. */
function isStartedByClient(value: JsonObject): boolean {
  if (textIn(value, 'wakeupSource') !== undefined) return true;
  return ownOrigins.has(textIn(value, 'turnOrigin') ?? '');
}

/** True for the output of a command that is truncated, or next to an element of a newer client. */
function isCommandOutput(text: string): boolean {
  const name = /^<((?:local-command|bash)-[a-z-]+)>/u.exec(text)?.[1];
  if (name === undefined) return false;
  const closing = `</${name}>`;
  const end = text.indexOf(closing);
  const behind = text.slice(end + closing.length).trimStart();
  return end < 0 || behind.startsWith('<');
}

/** `/name args` from a line that records a slash command. */
function slashCommand(elements: ReadonlyMap<string, string>): string | undefined {
  const name = elements.get('command-name') ?? '';
  if (name === '') return undefined;
  const args = elements.get('command-args') ?? '';
  return `${name.startsWith('/') ? name : `/${name}`} ${args}`.trim();
}

/**
 * Built-in commands that start a turn, measured on client 2.1.332: a goal and a plan, unless their
 * argument is a subcommand.
 */
function isTurnCommand(command: string): boolean {
  return /^\/(?:goal (?!(?:clear|stop|off|reset|none|cancel)$)|plan (?!open$))\S/iu.test(command);
}
