/** Evaluates the terms of a `when` clause that test the context value of a tree row. */
export function rowMatches(clause: string, value: string): boolean {
  return clause.split(' && ').every((part) => {
    const [, not = '', pattern = ''] = /^(!\()?viewItem =~ \/(.*)\/\)?$/.exec(part) ?? [];
    return new RegExp(pattern).test(value) === (not === '');
  });
}
