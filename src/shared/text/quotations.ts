import { followUpQuotes, type FollowUpQuote } from './followUpQuotes';
import { head } from './plainText';
import { untypableCharacters } from './promptLimits';

/** Texts of a session that a follow-up can quote. */
export interface QuotedTexts {
  readonly title?: string | undefined;
  readonly lastMessage?: string | undefined;
  /** Changed files, newest last. */
  readonly files?: readonly string[] | undefined;
  readonly branch?: string | undefined;
  /** Number and address of its newest pull request. */
  readonly pull?: string | undefined;
  /** Results of its last test runs, newest last. */
  readonly testResults?: readonly string[] | undefined;
  /** The end of what the newest of these runs printed. */
  readonly testOutput?: string | undefined;
}

/** Maximum length of the quotation for each placeholder, in characters. */
export const quotationLimits: Readonly<Record<FollowUpQuote, number>> = {
  'last message': 4_000,
  files: 2_000,
  branch: 200,
  pr: 300,
  'test output': 2_000,
};

/** Maximum number of test results to quote; older ones would leave no room for the output. */
const maxTestResults = 5;

const braced = /\{([a-z ]+)\}/gu;

/**
 * Replaces the placeholders of a follow-up by quotations of its source. The result has at most
 * `longest` characters: a placeholder whose quotation would exceed that stays as it is written,
 * like an unknown one.
 */
export function withQuotations(template: string, texts: QuotedTexts, longest: number): string {
  let room = longest - template.length;
  return template.replace(braced, (written: string, inside: string) => {
    const name = followUpQuotes.find((one) => one === inside);
    if (name === undefined) return written;
    const quotation = quotationOf(name, texts);
    const added = quotation.length - written.length;
    if (added > room) return written;
    room -= added;
    return quotation;
  });
}

/** Returns whether a template has a placeholder of these names; of any name if they are absent. */
export function hasPlaceholder(
  template: string,
  names: readonly FollowUpQuote[] = followUpQuotes,
): boolean {
  return names.some((name) => template.includes(`{${name}}`));
}

function quotationOf(name: FollowUpQuote, texts: QuotedTexts): string {
  const text = cut(replaceUntypable(textOf(name, texts)).trim(), quotationLimits[name]);
  if (text === '') return `[no ${name} is known]`;
  if (name === 'branch' || name === 'pr') return `“${text.replaceAll(/[\s“”]+/gu, ' ')}” [quoted]`;
  const lines = text.split('\n').map((line) => `> ${line}`);
  const title = cut(replaceUntypable(texts.title ?? '').replaceAll(/\s+/gu, ' '), 100);
  return `\n[Quotation of the ${name} of the session “${title}”:]\n${lines.join('\n')}\n[End of the quotation]\n`;
}

function textOf(name: FollowUpQuote, texts: QuotedTexts): string {
  switch (name) {
    case 'last message':
      return texts.lastMessage ?? '';
    case 'files':
      return (texts.files ?? []).toReversed().join('\n');
    case 'branch':
      return texts.branch ?? '';
    case 'pr':
      return texts.pull ?? '';
    case 'test output':
      return testText(texts);
  }
}

/** The results, newest first, and as much of the output's end as fits behind them. */
function testText({ testResults = [], testOutput = '' }: QuotedTexts): string {
  const results = testResults.slice(-maxTestResults).toReversed().join('\n');
  const room = quotationLimits['test output'] - results.length - '\n\n…'.length;
  if (testOutput === '' || room <= 0) return results;
  const end = testOutput.length <= room ? testOutput : `…${testOutput.slice(-room)}`;
  return `${results}\n\n${end}`;
}

/**
 * Replaces characters that a terminal would interpret as a key or a command, and normalizes line
 * breaks.
 */
function replaceUntypable(text: string): string {
  return text
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(untypableCharacters, '\uFFFD')
    .replaceAll(/[\u2028\u2029]/gu, '\uFFFD');
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${head(text, longest)}…`;
}
