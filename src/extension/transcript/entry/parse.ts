import { tokenCount } from '../../../shared/protocol/plausible';
import { jsonIn } from '../../../shared/text/boundedJson';
import { t } from '../../../shared/words/l10n';
import { autoModeReason, isBlockedByAutoMode } from './autoMode';
import { agentMessages } from './agentMessages';
import type { Entry, EntryBody, Picture, SessionNotes } from './entry';
import { numberWithin, writtenTime } from './json';
import { withoutColours } from './printed';

type Fields = Readonly<Record<string, unknown>>;

export interface ParsedLine {
  readonly entries: readonly Entry[];
  /** Set when the text is no transcript entry; such lines are counted, never thrown. */
  readonly isBad: boolean;
  /** Set when the entry belongs to a subagent but stands in its parent's file. */
  readonly isSidechain?: true;
  readonly notes: SessionNotes;
}

/** No turn works for longer, in ms. */
const longestTurnMs = 30 * 86_400_000;

const nothing: ParsedLine = { entries: [], isBad: false, notes: {} };
const bad: ParsedLine = { ...nothing, isBad: true };

/** Types that say something to a reader; the rest is the client's bookkeeping, some of it large. */
const telling = new Set(['user', 'assistant', 'system', 'attachment']);
const leadingType = /^\{"type":"([^"\\]*)"/;

/** Parses one line. `sidechain` lets a subagent's entries through, as in its own file, where all are such. */
export function parseLine(line: string, sidechain: boolean): ParsedLine {
  const type = leadingType.exec(line)?.[1];
  if (line.trim() === '' || (type !== undefined && !telling.has(type))) return nothing;
  const value = jsonIn(line);
  if (!isFields(value)) return bad;
  if (value['isSidechain'] === true && !sidechain) return nothing;
  const at = writtenTime(value['timestamp']);
  const entries = bodiesOf(value).map((body): Entry => Object.assign({ at }, body));
  const parsed = { entries, isBad: false, notes: notesOf(value, at) };
  return value['isSidechain'] === true ? { ...parsed, isSidechain: true } : parsed;
}

function bodiesOf(line: Fields): readonly EntryBody[] {
  switch (line['type']) {
    case 'user':
      return userBodies(line);
    case 'assistant':
      return assistantBodies(line);
    case 'system':
      return systemBodies(line);
    case 'attachment':
      return attachmentBodies(fieldsOf(line['attachment']));
    default:
      return [];
  }
}

function notesOf(line: Fields, at: number | undefined): SessionNotes {
  const model = line['type'] === 'assistant' ? fieldsOf(line['message'])['model'] : undefined;
  return {
    ...(typeof model === 'string' && model !== '<synthetic>' ? { model } : {}),
    ...(at === undefined ? {} : { startedAt: at }),
  };
}

function userBodies(line: Fields): readonly EntryBody[] {
  const { content } = fieldsOf(line['message']);
  if (line['isCompactSummary'] === true) {
    return [{ kind: 'summary', text: withoutAdditions(textOf(content)) }];
  }
  const results = blocksOf(content)
    .filter((block) => block['type'] === 'tool_result')
    .map((block) => resultBody(block, line));
  const prompts = promptBodies(textOf(content), line['isMeta'] === true, false);
  return [...results, ...prompts.map((body) => withPictures(body, content))];
}

function withPictures(body: EntryBody, content: unknown): EntryBody {
  const pictures = picturesIn(content);
  const has = pictures.length > 0 && (body.kind === 'prompt' || body.kind === 'toolResult');
  return has ? { ...body, pictures } : body;
}

function resultBody(block: Fields, line: Fields): EntryBody {
  const body: EntryBody = {
    kind: 'toolResult',
    toolUseId: String(block['tool_use_id']),
    text: withoutColours(
      withoutAdditions(textOf(block['content'])).replace(/<\/?tool_use_error>/g, ''),
    ),
    isError: block['is_error'] === true,
    denial: denialOf(line),
    details: fieldsOf(line['toolUseResult']),
    ...(isBlockedByAutoMode(line) && { blocked: autoModeReason(textOf(block['content'])) }),
  };
  return withPictures(body, block['content']);
}

function picturesIn(content: unknown): readonly Picture[] {
  return blocksOf(content)
    .filter(({ type }) => type === 'image')
    .map((block) => {
      const source = fieldsOf(block['source']);
      return { mediaType: textOf(source['media_type']), data: textOf(source['data']) };
    });
}

/** A person's denial that was neither given before the run nor with words came while it ran. */
function denialOf(line: Fields): 'refused' | 'stopped' | undefined {
  if (line['toolDenialKind'] === undefined) return undefined;
  const stopped =
    !isBlockedByAutoMode(line) &&
    line['toolDenialKind'] === 'user-rejected' &&
    line['toolDenialBeforeRun'] !== true &&
    line['userFeedback'] === undefined;
  return stopped ? 'stopped' : 'refused';
}

/** Parses an entry in a prompt's place: typed text, a command, its output, or a message of the client. */
function promptBodies(text: string, isMeta: boolean, queued: boolean): readonly EntryBody[] {
  if (text.includes('<task-notification>')) return [notificationBody(text)];
  const messages = agentMessages(text);
  if (messages.length > 0) return messages;
  if (isMeta) return [];
  if (text.startsWith('[Request interrupted by user')) return [{ kind: 'interrupt' }];
  const command = tagged(text, 'command-name');
  if (command !== undefined) {
    return [{ kind: 'command', name: command, args: tagged(text, 'command-args') ?? '' }];
  }
  const shell = tagged(text, 'bash-input');
  if (shell !== undefined) return [{ kind: 'command', name: '!', args: shell }];
  const outputs = outputBodies(text);
  if (outputs.length > 0 || text.startsWith('<local-command-')) return outputs;
  const prompt = withoutAdditions(text);
  return prompt === '' ? [] : [{ kind: 'prompt', text: prompt, queued }];
}

const outputTags = [
  ['local-command-stdout', false],
  ['local-command-stderr', true],
  ['bash-stdout', false],
  ['bash-stderr', true],
] as const;

function outputBodies(text: string): readonly EntryBody[] {
  if (!text.startsWith('<')) return [];
  return outputTags.flatMap(([tag, isError]): readonly EntryBody[] => {
    const output = tagged(text, tag);
    return output === undefined || output === ''
      ? []
      : [{ kind: 'commandOutput', text: withoutColours(output), isError }];
  });
}

function notificationBody(text: string): EntryBody {
  return {
    kind: 'notification',
    summary: tagged(text, 'summary') ?? t('Background task'),
    status: tagged(text, 'status') ?? '',
    result: tagged(text, 'result') ?? '',
  };
}

function assistantBodies(line: Fields): readonly EntryBody[] {
  const { content, model } = fieldsOf(line['message']);
  if (line['isApiErrorMessage'] === true) return [{ kind: 'apiError', text: textOf(content) }];
  return blocksOf(content).flatMap((block): readonly EntryBody[] => {
    switch (block['type']) {
      case 'text': {
        const text = textOf(block['text']).trim();
        const isFiller = model === '<synthetic>' && text === 'No response requested.';
        return text === '' || text === '(no content)' || isFiller ? [] : [{ kind: 'text', text }];
      }
      case 'thinking': {
        const text = textOf(block['thinking']).trim();
        return text === '' ? [] : [{ kind: 'thinking', text }];
      }
      case 'tool_use':
      case 'server_tool_use':
        return [
          {
            kind: 'toolUse',
            id: String(block['id']),
            name: textOf(block['name']) || t('Tool'),
            input: fieldsOf(block['input']),
          },
        ];
      default:
        return [];
    }
  });
}

function systemBodies(line: Fields): readonly EntryBody[] {
  const content = textOf(line['content']);
  switch (line['subtype']) {
    case 'compact_boundary': {
      const metadata = fieldsOf(line['compactMetadata']);
      return [
        {
          kind: 'compaction',
          trigger: textOf(metadata['trigger']),
          tokensBefore: tokenCount(numberOf(metadata['preTokens'])),
          tokensAfter: tokenCount(numberOf(metadata['postTokens'])),
        },
      ];
    }
    case 'turn_duration': {
      const durationMs = numberWithin(line, 'durationMs', longestTurnMs);
      return durationMs === undefined ? [] : [{ kind: 'turnEnd', durationMs }];
    }
    case 'local_command':
      return promptBodies(content, false, false);
    case 'informational':
    case 'permission_retry':
      return noticeBodies(content);
    case 'scheduled_task_fire': {
      // The prompt of a job is in no other entry that is shown; that of a loop is.
      const prompt = line['taskKind'] === 'loop' ? '' : textOf(line['prompt']);
      return noticeBodies(prompt === '' ? content : t('Scheduled run: {0}', prompt));
    }
    case 'api_error': {
      const attempt = joinedNumbers(line['retryAttempt'], line['maxRetries']);
      return [{ kind: 'notice', text: t('The API failed; retrying') + attempt }];
    }
    default:
      return [];
  }
}

function noticeBodies(text: string): readonly EntryBody[] {
  return text === '' ? [] : [{ kind: 'notice', text }];
}

function attachmentBodies(attachment: Fields): readonly EntryBody[] {
  switch (attachment['type']) {
    case 'queued_command':
      return promptBodies(textOf(attachment['prompt']), attachment['isMeta'] === true, true);
    case 'hook_blocking_error': {
      const text = textOf(fieldsOf(attachment['blockingError'])['blockingError']);
      return [
        {
          kind: 'notice',
          text: text === '' ? t('A hook objected') : t('A hook objected: {0}', text),
        },
      ];
    }
    default:
      return [];
  }
}

function joinedNumbers(attempt: unknown, most: unknown): string {
  const [a, b] = [numberOf(attempt), numberOf(most)];
  if (a === undefined) return '';
  return b === undefined ? ` (${a})` : ` (${t('{0} of {1}', a, b)})`;
}

/** The text between a pair of tags that the client writes; the last closing one counts. */
function tagged(text: string, tag: string): string | undefined {
  const open = text.indexOf(`<${tag}>`);
  const close = text.lastIndexOf(`</${tag}>`);
  return open < 0 || close < open ? undefined : text.slice(open + tag.length + 2, close).trim();
}

const addition =
  /<(system-reminder|ide_opened_file|ide_selection|ide_diagnostics|local-command-caveat)>/g;

/** Removes what the client adds for the model's eyes only; a tag that is never closed stays. */
function withoutAdditions(text: string): string {
  const kept: string[] = [];
  const unclosed = new Set<string>();
  let from = 0;
  for (const { 0: open, 1: tag = '', index } of text.matchAll(addition)) {
    if (index < from || unclosed.has(tag)) continue;
    const close = text.indexOf(`</${tag}>`, index + open.length);
    if (close < 0) {
      unclosed.add(tag);
      continue;
    }
    kept.push(text.slice(from, index));
    from = close + open.length + 1;
  }
  return (from === 0 ? text : kept.join('') + text.slice(from)).trim();
}

/** A string, or the texts of content blocks; what cannot be shown as text leaves its name, last. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const blocks = blocksOf(content);
  const texts = blocks.filter(({ type }) => type === 'text').map(({ text }) => textOf(text));
  const others = blocks.flatMap(({ type }) => attachmentNames.get(type) ?? []);
  return [...texts, ...others].join('\n');
}

const attachmentNames: ReadonlyMap<unknown, string> = new Map([
  ['image', '[Image]'],
  ['document', '[Document]'],
]);

function blocksOf(content: unknown): readonly Fields[] {
  return Array.isArray(content) ? content.filter(isFields) : [];
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
