import { t } from '../../../shared/l10n';
import type { Entry } from './entry';
import { linesOf } from './block';

type ToolResult = Extract<Entry, { kind: 'toolResult' }>;
type Fields = Readonly<Record<string, unknown>>;

export interface ToolResultText {
  readonly lines: readonly string[];
  /** Lines that stay visible when it is long. */
  readonly visible: number;
}

const rejection = /^The user doesn't want to (?:proceed with|take) this (?:tool use|action)/;
const feedback = /the user said:\n([\s\S]+)$/;

/** How the client numbers the lines of a file. */
const numberedLine = /^\s*(\d+)[\t→]/;

/** What came back, without the sentences that the client writes for the model alone. */
export function describeResult(tool: string, result: ToolResult): ToolResultText {
  if (result.denial !== undefined || rejection.test(result.text)) return denialOf(result);
  if (!result.isError) {
    const known = knownResult(tool, result);
    if (known !== undefined) return { lines: known, visible: 3 };
    if (tool === 'Read' && result.text !== '') return fileContent(result);
  }
  const lines = linesOf(result.text);
  return lines.join('') === '' ? { lines: [t('(no output)')], visible: 1 } : { lines, visible: 3 };
}

function denialOf({ text, denial }: ToolResult): ToolResultText {
  const said = feedback.exec(text)?.[1];
  if (said !== undefined) return { lines: linesOf(t('Refused: {0}', said)), visible: 3 };
  if (rejection.test(text)) {
    return {
      lines: [denial === 'stopped' ? t('Stopped by you') : t('Refused by you')],
      visible: 1,
    };
  }
  return { lines: linesOf(t('Refused: {0}', text)), visible: 3 };
}

/** A file that was read is there to be looked up, not to be read along. */
function fileContent({ text, details }: ToolResult): ToolResultText {
  const lines = linesOf(text);
  const count = fieldsOf(details['file'])['numLines'];
  const total = typeof count === 'number' ? count : lines.length;
  const width = /^\s*(\d+)/.exec(lines.at(-1) ?? '')?.[1]?.length ?? 0;
  const numbered = lines.map((line) =>
    line.replace(numberedLine, (_, number: string) => `${number.padStart(width)}  `),
  );
  return { lines: [`${total} ${total === 1 ? 'line' : 'lines'}`, ...numbered], visible: 1 };
}

function knownResult(tool: string, { text, details }: ToolResult): readonly string[] | undefined {
  switch (tool) {
    case 'Edit':
    case 'MultiEdit':
    case 'Write':
      return [changeOf(details)];
    case 'TodoWrite':
      return [];
    case 'AskUserQuestion': {
      const answers = Object.entries(fieldsOf(details['answers']));
      if (answers.length === 0) return undefined;
      return answers.flatMap(([question, answer]) => linesOf(`${question} → ${String(answer)}`));
    }
    case 'ExitPlanMode':
      return text.includes('(edited by user)') ? [t('Approved, edited by you')] : [t('Approved')];
    case 'Agent':
    case 'Task':
      return details['status'] === 'async_launched' ? [t('Started in the background')] : undefined;
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
