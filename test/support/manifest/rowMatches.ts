/** Evaluates the part of a `when` clause that asks for the context value of a row of the tree. */
export function rowMatches(clause: string, value: string): boolean {
  return clause.split(' && ').every((part) => {
    const [, not = '', pattern = ''] = /^(!\()?viewItem =~ \/(.*)\/\)?$/.exec(part) ?? [];
    return new RegExp(pattern).test(value) === (not === '');
  });
}
