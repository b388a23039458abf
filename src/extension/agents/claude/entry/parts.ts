import { t } from '../../../../shared/words/l10n';
import { isTaskNotification } from '../texts/promptMarks';
import { ownWords } from '../texts/ownWords';
import { agentMessages } from './agentMessages';
import { autoModeReason } from './autoMode';
import { contentText, picturesIn, shownResult, shownContent } from './content';
import type {
  MessageContent,
  ApiBlock,
  Block,
  CallResult,
  Entry,
  EntryPart,
  Utterance,
} from '../../transcripts/entry';
import { textIn } from '../../../util/json';
import { withoutColours } from './printed';
import { commandElements, tagged, withoutAdditions } from './tags';
import { isInterruption } from './userEntry';

/** The parts of an entry that the reader shows, in order. */
export function partsOf(entry: Entry): readonly EntryPart[] {
  switch (entry.kind) {
    case 'prompt':
    case 'interrupted':
    case 'toolResults':
      return utteranceParts(entry.said);
    case 'assistant':
      return entry.blocks.flatMap((block) => blockParts(block, entry.isSynthetic));
    case 'apiError':
      return [{ kind: 'apiError', text: shownContent(entry.content) }];
    case 'compacted':
      return [entry];
    case 'turnEnded': {
      const { durationMs } = entry;
      return durationMs === undefined ? [] : [{ kind: 'turnEnd', durationMs }];
    }
    case 'other':
      if (entry.queued !== undefined) return [{ kind: 'queued', text: entry.queued }];
      return entry.said === undefined ? noticeParts(entry.notice) : utteranceParts(entry.said);
    case 'continuing':
    case 'retrying':
    case 'schedule':
      return noticeParts(entry.notice);
    case 'title':
      return entry.source === 'summary' ? noticeParts(t('Summary: {0}', entry.title)) : [];
    default:
      return [];
  }
}

/** Output of a call, without the text that the client writes for the model. */
export function outputText({ content }: Pick<CallResult, 'content'>): string {
  const text = withoutAdditions(shownResult(content));
  return withoutColours(text.replace(/<\/?tool_use_error>/g, ''));
}

function utteranceParts(said: Utterance): readonly EntryPart[] {
  const { content, results, isSummary } = said;
  if (isSummary) return [{ kind: 'summary', text: withoutAdditions(shownContent(content)) }];
  const prompts = promptParts(said);
  return [...results.map(resultPart), ...prompts.map((part) => withPictures(part, content))];
}

function withPictures(part: EntryPart, content: MessageContent): EntryPart {
  const pictures = picturesIn(content);
  const has = pictures.length > 0 && (part.kind === 'prompt' || part.kind === 'toolResult');
  return has ? { ...part, pictures } : part;
}

function resultPart(result: CallResult): EntryPart {
  const { toolUseId, isError, denial, details, content, blocked } = result;
  const part: EntryPart = {
    kind: 'toolResult',
    toolUseId,
    text: outputText(result),
    isError,
    denial,
    details,
    ...(blocked && { blocked: autoModeReason(shownContent(content)) }),
  };
  return withPictures(part, content);
}

/**
 * Parts of an entry with the role of a prompt: typed text, a command, its output, or a message of
 * the client.
 */
function promptParts(said: Utterance): readonly EntryPart[] {
  const { content, isMeta, queued, author } = said;
  const isTyped = author === 'person';
  const text = contentText(content) ?? '';
  if (isNotification(text, said)) return [notificationPart(text)];
  const messages = isTyped ? [] : agentMessages(text);
  if (messages.length > 0) return messages;
  if (isMeta) return [];
  if (isInterruption(text)) return [{ kind: 'interrupt' }];
  const elements = commandElements(text, isTyped);
  if (elements !== undefined) return [...commandParts(elements), ...outputParts(elements)];
  const prompt = isTyped ? typedText(content) : withoutAdditions(shownContent(content));
  return prompt === '' ? [] : [{ kind: 'prompt', text: prompt, queued }];
}

/** Sentences that older clients append to a notification. */
const afterNotification =
  /^(?:Read the output file to retrieve the result|Full transcript available at): /u;

/** True for a notification of background work; in an entry without an author it must be the whole text. */
function isNotification(text: string, { isMeta, author }: Utterance): boolean {
  if (author === 'person' || !text.includes('<task-notification>')) return false;
  if (isMeta || author === 'client') return true;
  const closing = '</task-notification>';
  const end = text.lastIndexOf(closing);
  const behind = end < 0 ? '' : text.slice(end + closing.length).trim();
  return isTaskNotification(text) && (behind === '' || afterNotification.test(behind));
}

/** The text that a person typed: the client's additions come before it, or in separate blocks. */
function typedText(content: MessageContent): string {
  const own =
    typeof content === 'string'
      ? content
      : content.filter((block) => withoutAdditions(textIn(block, 'text') ?? 'none') !== '');
  return ownWords(shownContent(own)).trim();
}

function commandParts(elements: ReadonlyMap<string, string>): readonly EntryPart[] {
  const name = elements.get('command-name');
  if (name !== undefined) {
    return [{ kind: 'command', name, args: elements.get('command-args') ?? '' }];
  }
  const shell = elements.get('bash-input');
  return shell === undefined ? [] : [{ kind: 'command', name: '!', args: shell }];
}

const outputTags = [
  ['local-command-stdout', false],
  ['local-command-stderr', true],
  ['bash-stdout', false],
  ['bash-stderr', true],
] as const;

function outputParts(elements: ReadonlyMap<string, string>): readonly EntryPart[] {
  return outputTags.flatMap(([tag, isError]): readonly EntryPart[] => {
    const output = elements.get(tag) ?? '';
    return output === '' ? [] : [{ kind: 'commandOutput', text: withoutColours(output), isError }];
  });
}

function notificationPart(text: string): EntryPart {
  return {
    kind: 'notification',
    summary: tagged(text, 'summary') ?? t('Background task'),
    status: tagged(text, 'status') ?? '',
    result: tagged(text, 'result') ?? '',
  };
}

function blockParts(block: Block | ApiBlock, isSynthetic: boolean): readonly EntryPart[] {
  if (block.kind === 'fallback') return noticeParts(t('Answered by {0}', block.model));
  if (block.kind === 'apiResult') {
    const { toolUseId, isError } = block;
    const text = outputText(block);
    return [{ kind: 'toolResult', toolUseId, text, isError, denial: undefined, details: {} }];
  }
  if (block.kind === 'toolUse') return [{ ...block, name: block.name || t('Tool') }];
  const { kind } = block;
  const text = block.text.trim();
  const isFiller =
    kind === 'text' &&
    (text === '(no content)' || (isSynthetic && text === 'No response requested.'));
  return text === '' || isFiller ? [] : [{ kind, text }];
}

function noticeParts(text = ''): readonly EntryPart[] {
  return text === '' ? [] : [{ kind: 'notice', text }];
}
