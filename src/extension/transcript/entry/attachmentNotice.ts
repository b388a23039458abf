import { t } from '../../../shared/words/l10n';
import { contentOf, shownContent } from './content';
import { asObject, listIn, objectIn, textIn, type JsonObject } from './json';
import { withoutColours } from './printed';

/** Words of an attachment that the client's terminal shows to the person; empty where it shows none. */
export function attachmentNotice(attachment: JsonObject): string {
  const name = textIn(attachment, 'hookName') ?? textIn(attachment, 'hookEvent');
  const hook = name ?? '?';
  switch (attachment['type']) {
    case 'hook_blocking_error': {
      const words = wordsOf(objectIn(attachment, 'blockingError')?.['blockingError']);
      return words === '' ? t('A hook objected') : t('A hook objected: {0}', words);
    }
    case 'hook_system_message':
    case 'hook_success': {
      const words = wordsOf(attachment['content']);
      return words === '' ? '' : t('Hook {0}: {1}', hook, words);
    }
    case 'hook_stopped_continuation': {
      const words = wordsOf(attachment['message']);
      if (words !== '') return t('Hook {0} stopped the agent: {1}', hook, words);
      return name === undefined
        ? t('A hook stopped the agent')
        : t('Hook {0} stopped the agent', name);
    }
    case 'hook_non_blocking_error': {
      const words = wordsOf(attachment['stderr']) || wordsOf(attachment['stdout']);
      return t('Hook {0} failed: {1}', hook, words || t('exit code {0}', exitCodeOf(attachment)));
    }
    case 'diagnostics': {
      const problems = listIn(attachment, 'files').flatMap(problemsOf);
      return problems.length === 0 ? '' : t('New problems: {0}', problems.join('; '));
    }
    case 'file':
    case 'directory': {
      const name = textIn(attachment, 'displayPath') ?? textIn(attachment, 'filename') ?? '';
      return name === '' ? '' : t('Mentioned: {0}', name);
    }
    default:
      return '';
  }
}

function wordsOf(value: unknown): string {
  const texts = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  const words = texts.length > 0 ? texts.join('\n') : shownContent(contentOf(value));
  return withoutColours(words).trim();
}

function exitCodeOf({ exitCode }: JsonObject): string {
  return typeof exitCode === 'number' ? String(exitCode) : '?';
}

function problemsOf(file: unknown): readonly string[] {
  const fields = asObject(file);
  const uri = textIn(fields, 'uri') ?? '';
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  return listIn(fields, 'diagnostics').flatMap((one) => {
    const message = textIn(asObject(one), 'message') ?? '';
    return message === '' ? [] : [name === '' ? message : `${name}: ${message}`];
  });
}
