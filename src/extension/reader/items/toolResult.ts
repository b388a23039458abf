import { t } from '../../../shared/words/l10n';
import type { Entry } from '../../transcript/entry/entry';

type ToolResult = Extract<Entry, { kind: 'toolResult' }>;
type Fields = Readonly<Record<string, unknown>>;

const rejection = /^The user doesn't want to (?:proceed with|take) this (?:tool use|action)/;
const feedback = /the user said:\n([\s\S]+)$/;

/** The result's text, without the sentences that the client writes for the model alone. */
export function resultText(tool: string, result: ToolResult): string {
  if (result.denial !== undefined || rejection.test(result.text)) return denialText(result);
  return (result.isError ? undefined : knownResult(tool, result)) ?? result.text;
}

function denialText({ text, denial, blocked }: ToolResult): string {
  if (blocked !== undefined) {
    return blocked === '' ? t('Blocked by auto mode') : t('Blocked by auto mode: {0}', blocked);
  }
  const said = feedback.exec(text)?.[1];
  if (said !== undefined) return t('Refused: {0}', said);
  if (!rejection.test(text)) return t('Refused: {0}', text);
  return denial === 'stopped' ? t('Stopped by you') : t('Refused by you');
}

function knownResult(tool: string, { text, details }: ToolResult): string | undefined {
  switch (tool) {
    case 'Edit':
    case 'MultiEdit':
    case 'Write':
      return changeOf(details);
    case 'TodoWrite':
      return '';
    case 'AskUserQuestion': {
      const answers = Object.entries(fieldsOf(details['answers']));
      if (answers.length === 0) return undefined;
      return answers.map(([question, answer]) => `${question} → ${String(answer)}`).join('\n');
    }
    case 'ExitPlanMode':
      return text.includes('(edited by user)') ? t('Approved, edited by you') : t('Approved');
    case 'Agent':
    case 'Task':
      return details['status'] === 'async_launched' ? t('Started in the background') : undefined;
    default:
      return undefined;
  }
}

function changeOf(details: Fields): string {
  const hunks = Array.isArray(details['structuredPatch']) ? details['structuredPatch'] : [];
  const lines = hunks.flatMap((hunk: unknown): readonly unknown[] => {
    const inHunk = fieldsOf(hunk)['lines'];
    return Array.isArray(inHunk) ? inHunk : [];
  });
  const starting = (sign: string) =>
    lines.filter((line) => typeof line === 'string' && line.startsWith(sign)).length;
  const [added, removed] = [starting('+'), starting('-')];
  if (added + removed === 0) return details['type'] === 'create' ? t('Created') : t('Done');
  return `+${added} −${removed}`;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}
