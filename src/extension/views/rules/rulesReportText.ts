import type {
  LabelTest,
  RulesReport,
  SignalTest,
} from '../../../shared/protocol/layers/ruleReport';
import { plainLine, plainTitle } from '../../../shared/text/plainText';
import { counted, t } from '../../../shared/words/l10n';

/** A test report as Markdown, with a sentence for each invalid rule. Times are local. */
export function rulesReportText(
  title: string,
  report: RulesReport,
  problems: readonly string[],
): string {
  const { signals, labels, state, project, kinds } = report;
  const facts = [
    `${t('State')}: ${code(state)}`,
    ...(project === '' ? [] : [`${t('Project')}: ${code(project)}`]),
    `${t('Signals')}: ${kinds.length === 0 ? t('none') : kinds.map(code).join(', ')}`,
  ];
  const parts = [`# ${t('Label rules')}: ${plainTitle(title, 120)}`, facts.join('  \n')];
  if (signals.length + labels.length + problems.length === 0) {
    parts.push(t('There are no rules for this: neither in the settings nor in extensions.'));
  }
  if (signals.length > 0) {
    parts.push(`## ${t('Signal rules')}`, signals.map(signalPiece).join('\n'));
  }
  if (labels.length > 0) parts.push(`## ${t('Label rules')}`, labels.map(labelPiece).join('\n'));
  if (problems.length > 0) {
    const lines = problems.map((problem) => `- ⚠ ${plainLine(problem)}`);
    parts.push(`## ${t('Rules that don’t count')}`, lines.join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
}

function signalPiece(test: SignalTest): string {
  const { kind, calls, matched, last, nearest, expected } = test;
  const tools = test.tools.map(code).join(', ');
  const head = `${titleOf(test)} → ${code(kind)}`;
  const lines: string[] = [];
  if (last !== undefined) {
    const times = counted(matched, 'matched 1 call', 'matched {0} calls');
    lines.unshift(`✓ ${head}: ${times}; ${t('the last one')}: ${callWords(last)}`);
    if (last.ok !== undefined) lines.push(last.ok ? t('It succeeded.') : t('It failed.'));
    lines.push(
      ...Object.entries(last.data).map(([name, value]) => `${code(`{${name}}`)} = ${code(value)}`),
    );
    return listText(lines);
  }
  if (calls === 0) {
    lines.unshift(`✗ ${head}: ${t('there is no call of {0}', tools)}`);
  } else if (nearest === undefined) {
    lines.unshift(`✗ ${head}: ${t('nothing was matched')}`);
  } else {
    const condition = `${code(nearest.failed)} ${code(expected ?? '')}`;
    lines.unshift(
      `✗ ${head}: ${t('no call of {0} matched {1}; nearest: {2}', tools, condition, callWords(nearest))}`,
    );
  }
  return listText(lines);
}

function labelPiece(test: LabelTest): string {
  const { failed, label, detail, badges, unknown, noLinks, late, because } = test;
  const head = titleOf(test);
  if (failed !== undefined) return `- ✗ ${head}: ${failureWords(failed)}`;
  const words = label === undefined ? t('it holds') : t('it says {0}', code(label));
  const lines = [`✓ ${head}: ${words}`];
  if (late) lines.push(t('An earlier rule has given its label: of this one only badges count.'));
  if (because !== undefined) {
    const when = because.at === undefined ? '' : ` · ${timeOf(because.at)}`;
    lines.push(`${t('Because of')}: ${plainLine(because.text)}${when}`);
  }
  if (detail !== undefined) lines.push(`${t('Detail')}: ${code(detail)}`);
  for (const { text, href } of badges) {
    lines.push(`${t('Badge')}: ${code(text)}${href === undefined ? '' : ` → ${code(href)}`}`);
  }
  for (const name of unknown) {
    lines.push(`⚠ ${t('Nothing fills in {0}; it stays as it is typed.', code(`{${name}}`))}`);
  }
  for (const address of noLinks) {
    lines.push(`⚠ ${t('{0} is no https address: the badge has no link.', code(address))}`);
  }
  return listText(lines);
}

function failureWords({ condition, expected, found }: NonNullable<LabelTest['failed']>): string {
  const [wanted, seen] = [code(expected), code(found)];
  switch (condition) {
    case 'state':
      return t('the state is {0}, not {1}', seen, wanted);
    case 'project':
      return t('the project is {0}, not {1}', seen, wanted);
    case 'signal':
      return t('there is no signal {0}', wanted);
    case 'within':
      return t('the signal is not of this turn: {0}', seen);
    case 'data':
      return t('no such signal has {0}; the last one: {1}', wanted, seen);
    case 'ok':
      return t('“ok” of the signal is not {0}: {1}', wanted, seen);
    case 'not':
      return t('{0} came, of which none may come', seen);
  }
}

function titleOf({ origin, rule }: Pick<SignalTest, 'origin' | 'rule'>): string {
  const from =
    origin === 'user' ? '' : ` (${origin === 'workspace' ? t('workspace') : plainTitle(origin)})`;
  return `**${plainTitle(rule, 80)}**${from}`;
}

function callWords({
  call,
  at,
  turn,
}: NonNullable<SignalTest['nearest'] | SignalTest['last']>): string {
  const when = [at === undefined ? '' : timeOf(at), turn === undefined ? '' : t('turn {0}', turn)];
  return [code(call), ...when.filter((part) => part !== '')].join(' · ');
}

function timeOf(iso: string): string {
  return new Date(iso).toLocaleString();
}

function listText([first = '', ...rest]: readonly string[]): string {
  return [`- ${first}`, ...rest.map((line) => `  - ${line}`)].join('\n');
}

/** Untrusted text as inline code, in a fence longer than any run of backticks in it. */
function code(text: string): string {
  const line = plainLine(text);
  if (line === '') return '``';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}
