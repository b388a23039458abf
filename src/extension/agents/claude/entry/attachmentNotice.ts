import { counted, t } from '../../../../shared/words/l10n';
import { contentOf, shownContent } from './content';
import { asObject, listIn, numberIn, objectIn, textIn, type JsonObject } from '../../../util/json';
import { withoutColours } from './printed';

/** The text that the client's terminal shows for an attachment; empty if it shows none. */
export function attachmentNotice(attachment: JsonObject): string {
  return (
    hookNotice(attachment) ??
    mentionNotice(attachment) ??
    loadNotice(attachment) ??
    newsNotice(attachment)
  );
}

function hookNotice(attachment: JsonObject): string | undefined {
  const name = textIn(attachment, 'hookName') ?? textIn(attachment, 'hookEvent');
  const hook = name ?? '?';
  switch (attachment['type']) {
    case 'hook_blocking_error': {
      const words = plainTextOf(objectIn(attachment, 'blockingError')?.['blockingError']);
      return words === '' ? t('A hook objected') : t('A hook objected: {0}', words);
    }
    case 'hook_system_message':
    case 'hook_success': {
      const words = plainTextOf(attachment['content']);
      return words === '' ? '' : t('Hook {0}: {1}', hook, words);
    }
    case 'hook_stopped_continuation': {
      const words = plainTextOf(attachment['message']);
      if (words !== '') return t('Hook {0} stopped the agent: {1}', hook, words);
      return name === undefined
        ? t('A hook stopped the agent')
        : t('Hook {0} stopped the agent', name);
    }
    case 'hook_non_blocking_error': {
      const words = plainTextOf(attachment['stderr']) || plainTextOf(attachment['stdout']);
      return t('Hook {0} failed: {1}', hook, words || t('exit code {0}', exitCodeOf(attachment)));
    }
    case 'hook_error_during_execution':
      return t('Hook {0} failed: {1}', hook, plainTextOf(attachment['content']) || '?');
    case 'hook_deferred_tool':
      return t('Hook {0} put off {1}', hook, textIn(attachment, 'toolName') ?? '?');
    case 'hook_permission_decision': {
      const event = textIn(attachment, 'hookEvent') ?? hook;
      return attachment['decision'] === 'allow'
        ? t('Allowed by hook {0}', event)
        : t('Denied by hook {0}', event);
    }
    default:
      return undefined;
  }
}

/** Notice of files and lines that were attached to the prompt; undefined for other attachments. */
function mentionNotice(attachment: JsonObject): string | undefined {
  const file = textIn(attachment, 'displayPath') ?? textIn(attachment, 'filename') ?? '';
  switch (attachment['type']) {
    case 'file':
    case 'already_read_file':
    case 'compact_file_reference':
    case 'pdf_reference':
    case 'directory':
      return mentionText(file);
    case 'at_mention_reference':
      return mentionText(file || textsIn(attachment, 'mentions').join(', '));
    case 'mcp_resource':
      return mentionText(textIn(attachment, 'name') ?? textIn(attachment, 'uri') ?? '');
    case 'selected_lines_in_ide': {
      const [first, last] = [numberIn(attachment, 'lineStart'), numberIn(attachment, 'lineEnd')];
      if (first === undefined || last === undefined || file === '') return '';
      const count = last - first + 1;
      return counted(count, 'Selected 1 line of {1}', 'Selected {0} lines of {1}', file);
    }
    case 'selected_lines_in_diff': {
      const count = numberIn(attachment, 'lineCount');
      if (count === undefined) return '';
      return counted(count, 'Selected 1 line of the diff', 'Selected {0} lines of the diff');
    }
    default:
      return undefined;
  }
}

/** Notice of memories, skills and plans that the agent received; undefined for other attachments. */
function loadNotice(attachment: JsonObject): string | undefined {
  const file = textIn(attachment, 'displayPath');
  switch (attachment['type']) {
    case 'nested_memory':
    case 'dynamic_skill':
      return file === undefined ? '' : t('Loaded: {0}', file);
    case 'plan_file_reference': {
      const plan = textIn(attachment, 'planFilePath');
      return plan === undefined ? '' : t('Plan: {0}', plan);
    }
    case 'invoked_skills': {
      const skills = listIn(attachment, 'skills').flatMap(
        (one) => textIn(asObject(one), 'name') ?? [],
      );
      return skills.length === 0 ? '' : t('Skills loaded again: {0}', skills.join(', '));
    }
    case 'relevant_memories': {
      const { length } = listIn(attachment, 'memories');
      return length === 0 ? '' : counted(length, 'Recalled 1 memory', 'Recalled {0} memories');
    }
    // The first one of a session lists what was available from the start.
    case 'skill_listing': {
      const count =
        attachment['isInitial'] === true ? 0 : (numberIn(attachment, 'skillCount') ?? 0);
      return count === 0 ? '' : counted(count, '1 skill available', '{0} skills available');
    }
    case 'agent_listing_delta': {
      const builtIn = new Set(textsIn(attachment, 'builtInPluginTypes'));
      const added = textsIn(attachment, 'addedTypes').filter((type) => !builtIn.has(type));
      const count = attachment['isInitial'] === true ? 0 : added.length;
      return count === 0 ? '' : counted(count, '1 more kind of agent', '{0} more kinds of agents');
    }
    default:
      return undefined;
  }
}

/**
 * Notice of events outside the turn, such as the end of a background task; empty for attachments
 * without text.
 */
function newsNotice(attachment: JsonObject): string {
  switch (attachment['type']) {
    case 'diagnostics': {
      const problems = listIn(attachment, 'files').flatMap(problemsOf);
      return problems.length === 0 ? '' : t('New problems: {0}', problems.join('; '));
    }
    case 'goal_status':
      return goalNotice(attachment);
    case 'task_status':
      return taskNotice(attachment);
    case 'teammate_mailbox':
      return listIn(attachment, 'messages').flatMap(teammateMessage).join('\n');
    case 'teammate_shutdown_batch': {
      const count = numberIn(attachment, 'count');
      if (count === undefined) return '';
      return counted(count, '1 teammate shut down', '{0} teammates shut down');
    }
    case 'agent_ask_notice':
    case 'claude_app_notice':
    case 'tool_host_result_lines':
    case 'tool_hosts_correction':
    case 'tool_hosts_notice':
      return withoutColours(textsIn(attachment, 'lines').join('\n')).trim();
    default:
      return '';
  }
}

/** The text of a teammate's message; messages between the programs themselves are JSON. */
function teammateMessage(message: unknown): readonly string[] {
  const fields = asObject(message);
  const [from, text] = [
    textIn(fields, 'from'),
    withoutColours(textIn(fields, 'text') ?? '').trim(),
  ];
  if (from === undefined || text === '' || text.startsWith('{')) return [];
  return [`${t('Message from {0}', from)}: ${text}`];
}

function goalNotice(attachment: JsonObject): string {
  if (attachment['sentinel'] === true) return '';
  if (attachment['failed'] === true) {
    const reason = textIn(attachment, 'reason');
    return reason === undefined ? t('Goal not reached') : t('Goal not reached: {0}', reason);
  }
  return attachment['met'] === true ? t('Goal reached') : t('Goal not reached yet, goes on');
}

function taskNotice(attachment: JsonObject): string {
  const task = textIn(attachment, 'description');
  if (task === undefined) return '';
  switch (attachment['status']) {
    case 'completed':
      return t('Background task “{0}” is done', task);
    case 'killed':
      return t('Background task “{0}” was stopped', task);
    case 'running':
      return t('Background task “{0}” still runs', task);
    default:
      return t('Background task “{0}”: {1}', task, textIn(attachment, 'status') ?? '?');
  }
}

function mentionText(name: string): string {
  return name === '' ? '' : t('Mentioned: {0}', name);
}

function textsIn(attachment: JsonObject, key: string): readonly string[] {
  return listIn(attachment, key).filter((one) => typeof one === 'string');
}

function plainTextOf(value: unknown): string {
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
