import { t } from '../../../shared/words/l10n';
import type { ReaderItem } from '../../../shared/messages/readerItems';

/** All texts of an item that a page shows, collapsed or not; a search covers them. */
export function itemTexts(item: ReaderItem): readonly string[] {
  switch (item.kind) {
    case 'prompt':
    case 'queued':
    case 'text':
    case 'thinking':
    case 'summary':
    case 'commandOutput':
    case 'apiError':
    case 'notice':
      return [item.text.text];
    case 'command':
      return [`${item.name} ${item.text.text}`];
    case 'notification':
      return [item.summary, item.text.text];
    case 'tool':
      return [item.title, item.summary, ...bodyTexts(item)];
    case 'result':
      return [item.text.text];
    case 'compaction':
    case 'turnEnd':
    case 'unreadable':
      return [item.text];
    case 'interrupt':
      return [t('Interrupted')];
  }
}

function bodyTexts({ body }: Extract<ReaderItem, { kind: 'tool' }>): readonly string[] {
  switch (body.type) {
    case 'none':
      return [];
    case 'command':
    case 'file':
    case 'markdown':
      return [body.text.text];
    case 'edits':
      return body.edits.flatMap(({ before, after }) => [before, after]);
    case 'todos':
      return body.todos.map(({ text }) => text);
    case 'questions':
      return body.questions.flatMap(({ question, options }) => [
        question,
        ...options.flatMap(({ label, about }) => [label, about]),
      ]);
    case 'fields':
      return body.fields.flatMap(({ name, value }) => [name, value]);
  }
}

/** Text of an item for the clipboard: Markdown as it was written, commands and outputs unchanged. */
export function copyTextOf(item: ReaderItem): string {
  if (item.kind !== 'tool') return itemTexts(item).join('\n');
  const { body } = item;
  switch (body.type) {
    case 'command':
    case 'file':
    case 'markdown':
      return body.text.text;
    case 'edits':
      return body.edits.map(({ after }) => after).join('\n');
    case 'none':
      return item.summary;
    default:
      return bodyTexts(item).join('\n');
  }
}
