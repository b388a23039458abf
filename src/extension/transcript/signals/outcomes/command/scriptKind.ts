export type OutcomeKind = 'tests' | 'build' | 'lint' | 'deploy' | 'export';

const kinds: readonly (readonly [OutcomeKind, ReadonlySet<string>])[] = [
  [
    'lint',
    new Set(['lint', 'eslint', 'oxlint', 'typecheck', 'tsc', 'check', 'types', 'stylelint']),
  ],
  ['tests', new Set(['test', 'tests', 'unit', 'e2e', 'spec', 'specs', 'vitest', 'jest', 'pytest'])],
  ['build', new Set(['build', 'compile', 'bundle', 'rebuild'])],
  ['deploy', new Set(['deploy'])],
];

/** Words in the names of scripts that never end, only prepare, or only show something. */
const excludedWords = new Set(
  (
    'watch dev debug ui open update setup install clean serve start init list report generate gen ' +
    'record prepare down up logs help data fixtures fixture deps image images'
  ).split(' '),
);

/** The kind of outcome that a script's name suggests, such as `test:unit`, `build` or `run_tests`. */
export function scriptKind(name: string): OutcomeKind | undefined {
  const words = name
    .slice(0, 80)
    .toLowerCase()
    .split(/[:._/-]/);
  if (words[0] === 'run') words.shift();
  if (words.some((word) => excludedWords.has(word))) return undefined;
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  const kindOf = (word: string): OutcomeKind | undefined =>
    kinds.find(([, names]) => names.has(word))?.[0];
  // `test:types` and `format:check` are linters.
  if (last === 'lint' || last === 'types' || last === 'typecheck' || last === 'check')
    return 'lint';
  return kindOf(first) ?? (last === 'test' || last === 'tests' ? 'tests' : undefined);
}
