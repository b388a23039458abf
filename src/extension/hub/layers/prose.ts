import { isInClientFolder } from '../../../shared/agents/places';
import type { ChangedFile, SessionView } from '../../../shared/api/missionControl';

const proseEndings =
  /\.(?:md|markdown|mdown|txt|text|tex|ltx|typ|rst|adoc|asciidoc|org|fountain|qmd|rmd|textile|wiki)$/iu;

/** Beginnings of the names of text files that belong to a project's code. */
const aboutCode =
  /^(?:readme|changelog|changes|history|contributing|licen[cs]e|copying|notice|authors|security|code_of_conduct|claude|agents|todo|requirements|robots|cmakelists|llms)(?:[.\-_]|$)/iu;

/** Returns the last part of a path, with either kind of separator. */
export function fileName(path: string): string {
  return path.split(/[/\\]/u).at(-1) ?? path;
}

/**
 * True for a text file that is written for its own sake, not as documentation or configuration of
 * code.
 */
export function isProseFile(path: string): boolean {
  return proseEndings.test(path) && !aboutCode.test(fileName(path)) && !isInClientFolder(path);
}

/** Returns the text file with the most edits; among equals, the one edited last. */
export function mainDocument({ changes }: SessionView): ChangedFile | undefined {
  let main: ChangedFile | undefined;
  for (const file of changes?.latest ?? []) {
    if (isProseFile(file.path) && file.edits >= (main?.edits ?? 0)) main = file;
  }
  return main;
}

/** True if more than half of the changed files are prose. */
export function isMostlyProse({ changes }: SessionView): boolean {
  const files = (changes?.latest ?? []).filter(({ path }) => !isInClientFolder(path));
  const prose = files.filter(({ path }) => isProseFile(path)).length;
  return prose * 2 > files.length;
}
