import type { ToolKind } from '../../../shared/agents/tool';
import { t } from '../../../shared/words/l10n';
import type { EntryPart } from '../../agents/transcripts/entry';
import { asObject, listIn, objectIn, type JsonObject } from '../../util/json';

type ToolResult = Extract<EntryPart, { kind: 'toolResult' }>;

const rejection = /^The user doesn't want to (?:proceed with|take) this (?:tool use|action)/;
const feedback = /the user said:\n([\s\S]+)$/;

/** The result's text, without the sentences that the client adds for the model. */
export function resultText(tool: ToolKind, result: ToolResult): string {
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

function knownResult(tool: ToolKind, { text, details }: ToolResult): string | undefined {
  switch (tool) {
    case 'edit':
      return changeOf(details);
    case 'todos':
      return '';
    case 'question': {
      const answers = Object.entries(objectIn(details, 'answers') ?? {});
      if (answers.length === 0) return undefined;
      return answers.map(([question, answer]) => `${question} → ${String(answer)}`).join('\n');
    }
    case 'plan':
      return text.includes('(edited by user)') ? t('Approved, edited by you') : t('Approved');
    case 'subagent':
      return details['status'] === 'async_launched' ? t('Started in the background') : undefined;
    default:
      return undefined;
  }
}

function changeOf(details: JsonObject): string {
  const lines = listIn(details, 'structuredPatch').flatMap((hunk) =>
    listIn(asObject(hunk), 'lines'),
  );
  const starting = (sign: string) =>
    lines.filter((line) => typeof line === 'string' && line.startsWith(sign)).length;
  const [added, removed] = [starting('+'), starting('-')];
  if (added + removed === 0) return details['type'] === 'create' ? t('Created') : t('Done');
  return `+${added} −${removed}`;
}
