import type { MessageContent, Picture } from '../../transcripts/entry';
import { asObject, objectIn, textIn, type JsonObject } from '../../../util/json';

/**
 * Normalizes the content of a message. A single object is treated as a list of one block; anything
 * except an object, a text or a list has no blocks.
 */
export function contentOf(value: unknown): MessageContent {
  if (typeof value === 'string') return value;
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}

function isObject(value: unknown): value is JsonObject {
  return asObject(value) !== undefined;
}

/** Blocks of one type; a text has none. */
export function blocksOfType(content: MessageContent, type: string): readonly JsonObject[] {
  return typeof content === 'string' ? [] : content.filter((block) => block['type'] === type);
}

/** The text that an agent or a person wrote: a string, or the joined text blocks. */
export function contentText(content: MessageContent): string | undefined {
  if (typeof content === 'string') return content;
  const texts = content.map((block) => textIn(block, 'text')).filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** The text for the reader; a block without text is represented by its name, at the end. */
export function shownContent(content: MessageContent): string {
  if (typeof content === 'string') return content;
  const texts = blocksOfType(content, 'text').map((block) => textIn(block, 'text') ?? '');
  const others = content.flatMap(({ type }) => attachmentNames.get(type) ?? []);
  return [...texts, ...others].join('\n');
}

const attachmentNames: ReadonlyMap<unknown, string> = new Map([
  ['image', '[Image]'],
  ['document', '[Document]'],
  ['audio', '[Audio]'],
]);

/**
 * The text of a call's result; blocks without text appear as their name, address or text, unknown
 * ones as JSON.
 */
export function shownResult(content: MessageContent): string {
  if (typeof content === 'string') return content;
  const named = content.flatMap(({ type }) => attachmentNames.get(type) ?? []);
  const texts = content.filter(({ type }) => !attachmentNames.has(type)).map(resultBlockText);
  return [...texts, ...named].join('\n');
}

function resultBlockText(block: JsonObject): string {
  switch (block['type']) {
    case 'text':
      return textIn(block, 'text') ?? '';
    case 'tool_reference':
      return textIn(block, 'tool_name') ?? '';
    case 'resource_link':
      return linesOf(textIn(block, 'title') ?? textIn(block, 'name'), textIn(block, 'uri'));
    case 'resource': {
      const resource = objectIn(block, 'resource');
      return textIn(resource, 'text') ?? textIn(resource, 'uri') ?? '';
    }
    case 'web_search_result':
      return linesOf(textIn(block, 'title'), textIn(block, 'url'));
    case 'web_fetch_result': {
      const page = objectIn(block, 'content');
      const words = textIn(objectIn(page, 'source'), 'data');
      return linesOf(textIn(page, 'title'), textIn(block, 'url'), words);
    }
    case 'advisor_result':
      return textIn(block, 'text') ?? '';
    case 'search_result': {
      const words = shownContent(contentOf(block['content']));
      return linesOf(textIn(block, 'title'), textIn(block, 'source'), words);
    }
    default:
      return JSON.stringify(block, undefined, 2);
  }
}

function linesOf(...lines: readonly (string | undefined)[]): string {
  return lines.filter((line) => line !== undefined && line !== '').join('\n');
}

export function picturesIn(content: MessageContent): readonly Picture[] {
  return blocksOfType(content, 'image').map((block) => {
    const source = asObject(block['source']);
    return { mediaType: textIn(source, 'media_type') ?? '', data: textIn(source, 'data') ?? '' };
  });
}
