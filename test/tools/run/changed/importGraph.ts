import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as esbuild from 'esbuild';

/**
 * Users of files: importers, and files that contain the path in a string, such as a bundle's entry
 * or a fixture.
 */
export interface ImportGraph {
  /** Importers by the file that they import. */
  readonly importers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Users of a folder as a whole, by its path. */
  readonly folderUsers: ReadonlyMap<string, ReadonlySet<string>>;
}

const code = /\.(?:[cm]?[jt]s|tsx)$/;
const fixtures = /^test\/fixtures\//;

/**
 * The graph of everything that `test` imports or names. esbuild resolves the imports, so type
 * imports are excluded, which have no effect when a test runs. Paths are relative to the root;
 * `files` are all of them, including deleted ones that are still named somewhere.
 */
export async function importGraph(root: string, files: readonly string[]): Promise<ImportGraph> {
  const paths = new Paths(files);
  const importers = new Map<string, Set<string>>();
  const folderUsers = new Map<string, Set<string>>();
  const add = (users: Map<string, Set<string>>, used: string, user: string): void => {
    const known = users.get(used) ?? new Set();
    users.set(used, known.add(user));
  };

  const entries = new Set<string>();
  const scan = (file: string): void => {
    if (entries.has(file) || !existsSync(path.join(root, file))) return;
    entries.add(file);
    for (const { target, isFolder } of paths.namedIn(
      file,
      readFileSync(path.join(root, file), 'utf8'),
    )) {
      add(isFolder ? folderUsers : importers, target, file);
      // The product's own sources name no files of the project.
      if (!isFolder && code.test(target) && !target.startsWith('src/')) scan(target);
      else if (!isFolder && code.test(target) && existsSync(path.join(root, target)))
        entries.add(target);
    }
  };
  for (const file of files) {
    if (file.startsWith('test/') && code.test(file) && !fixtures.test(file)) scan(file);
  }

  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [...entries],
    bundle: true,
    splitting: true,
    treeShaking: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    jsx: 'automatic',
    write: false,
    metafile: true,
    outdir: 'unwritten',
    logLevel: 'silent',
  });
  for (const [importer, { imports }] of Object.entries(metafile.inputs)) {
    for (const { path: imported, external } of imports) {
      if (external !== true) add(importers, imported, importer);
    }
  }
  return { importers, folderUsers };
}

/** The changed files and all their users, direct and indirect. */
export function usersOf(graph: ImportGraph, changed: readonly string[]): ReadonlySet<string> {
  const found = new Set(changed);
  for (const file of changed) {
    for (const [folder, users] of graph.folderUsers) {
      if (!file.startsWith(`${folder}/`)) continue;
      for (const user of users) found.add(user);
    }
  }
  // Iterating over a set includes the elements added meanwhile.
  for (const file of found) {
    for (const importer of graph.importers.get(file) ?? []) found.add(importer);
  }
  return found;
}

interface NamedPath {
  readonly target: string;
  readonly isFolder: boolean;
}

const strings = /'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`/g;
const joinedPath =
  /\b(?:join|resolve)\(\s*[\w.]+(?:\(\))?\s*((?:,\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`\n]*`)\s*)+)\)/g;

/** The files and folders of the project, to find those that are named in strings. */
class Paths {
  private readonly files: ReadonlySet<string>;
  private readonly folders = new Set<string>();

  constructor(files: readonly string[]) {
    this.files = new Set(files);
    for (const file of files) {
      for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1))
        this.folders.add(file.slice(0, at));
    }
  }

  /** Names are relative to the root, or to the folder of the file that contains them. */
  namedIn(file: string, text: string): readonly NamedPath[] {
    const names = new Set(valuesIn(text).filter((name) => /[./]/.test(name)));
    for (const [, parts = ''] of text.matchAll(joinedPath)) names.add(valuesIn(parts).join('/'));
    const found = new Map<string, NamedPath>();
    for (const name of names) {
      if (/^[./]*$/.test(name)) continue;
      // The value of an expression is unknown, so the folder before it counts.
      const known = name.replace(/[^/]*\$\{.*$/, '');
      for (const from of ['.', path.posix.dirname(file)]) {
        const target = path.posix.join(from, known).replace(/\/$/, '');
        const isFolder = this.folders.has(target);
        // A string such as './' does not count as using the file's whole folder.
        if (target === path.posix.dirname(file)) continue;
        if (isFolder || this.files.has(target)) found.set(target, { target, isFolder });
      }
    }
    return [...found.values()];
  }
}

function valuesIn(text: string): readonly string[] {
  return Array.from(
    text.matchAll(strings),
    ([, one, other, template]) => one ?? other ?? template ?? '',
  );
}
