import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { usersOf, type ImportGraph } from './importGraph';
import type { SuiteName, TestFile } from '../suites';

/** Files whose change can affect any test. */
const everywhere = /^(?:package-lock\.json|\.mocharc\.json|tsconfig\.json)$/;

/**
 * Contents of the package besides compiled sources and translations, and the scripts that build it.
 */
const packaged =
  /^(?:package(?:\.nls.*)?\.json|\.vscodeignore|esbuild[\w.]*\.mjs|hooks\/.*|media\/(?!l10n\/).*)$/;

/** Suites that test the package without importing it. */
const ofPackage: readonly SuiteName[] = ['host', 'workbench'];

export interface Choice {
  readonly files: readonly TestFile[];
  /** Changed files that no test uses. */
  readonly unused: readonly string[];
  /** True if sources of the package changed, and its suites were not chosen in full. */
  readonly leavesPackage: boolean;
}

/** The test files that a change can affect. */
export function chooseChanged(
  root: string,
  all: readonly TestFile[],
  graph: ImportGraph,
  changed: readonly string[],
): Choice {
  if (changed.some((file) => everywhere.test(file)))
    return { files: all, unused: [], leavesPackage: false };
  const affected = usersOf(graph, changed);
  // These suites use sources only for set-up: what they test is the package.
  const affectedByTests = usersOf(
    graph,
    changed.filter((file) => !file.startsWith('src/')),
  );
  const isPackage = changed.some((file) => packaged.test(file) || importsEditor(root, file));
  const files = all.filter(({ suite, file }) =>
    ofPackage.includes(suite) ? isPackage || affectedByTests.has(file) : affected.has(file),
  );
  const tests = new Set(all.map(({ file }) => file));
  const unused = changed.filter((file) => {
    const isUsed = [...usersOf(graph, [file])].some((user) => tests.has(user));
    return !isUsed && !packaged.test(file) && !importsEditor(root, file);
  });
  const leavesPackage = !isPackage && changed.some((file) => file.startsWith('src/'));
  return { files, unused, leavesPackage };
}

/** Lines that are printed before the chosen files run. */
export function choiceLines(
  { files, unused, leavesPackage }: Choice,
  all: readonly TestFile[],
): readonly string[] {
  const suites = [...new Set(files.map(({ suite }) => suite))];
  const counts = suites.map(
    (suite) => `${suite} ${files.filter((file) => file.suite === suite).length}`,
  );
  return [
    `The change can affect ${files.length} of ${all.length} test files${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`,
    ...(leavesPackage
      ? [
          `Sources changed: ${ofPackage.join(' and ')} run the whole package, and are left to npm test.`,
        ]
      : []),
    ...unused.map((file) => `No test uses ${file}.`),
  ];
}

/** True for a source that imports `vscode`, which only an editor can run. */
function importsEditor(root: string, file: string): boolean {
  if (!/^src\/.*\.tsx?$/.test(file)) return false;
  try {
    return /^import (?!type\b)[^;]* from 'vscode';/m.test(
      readFileSync(path.join(root, file), 'utf8'),
    );
  } catch {
    return false; // The file was deleted, and its importers were changed.
  }
}
