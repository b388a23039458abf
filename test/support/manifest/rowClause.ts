import type { Condition, RowFact } from '../../../src/shared/actions/facts';

const subject = 'viewItem';

/**
 * A `when` clause that tests a row's context value, which consists of the row's kind and its facts,
 * each after a plus.
 */
export function rowClause(condition: Condition<RowFact>, onSubagents = false): string {
  const start = onSubagents ? '' : '^session';
  const positive = condition.flatMap((term) => (isOpposite(term) ? [] : [[term].flat()]));
  const negative = condition.flatMap((term) => (isOpposite(term) ? [term.slice(1)] : []));
  const clauses = [
    ...(positive.length === 0 ? [`${subject} =~ /${start}/`] : []),
    ...positive.map((names) => `${subject} =~ /${start && `${start}.*`}${named(names)}/`),
    ...(negative.length === 0 ? [] : [`!(${subject} =~ /${named(negative)}/)`]),
  ];
  return clauses.join(' && ');
}

function isOpposite(term: Condition<RowFact>[number]): term is `!${RowFact}` {
  return typeof term === 'string' && term.startsWith('!');
}

function named(names: readonly string[]): string {
  return `\\+${names.length === 1 ? names[0] : `(${names.join('|')})`}\\b`;
}
