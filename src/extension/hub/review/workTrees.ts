import * as path from 'node:path';
import type { SignalFact } from '../domain/facts/signals';
import { findGit } from '../repositories/runGit';
import { repositoryPlace, type RepositoryPlace } from '../../util/files/gitPlace';
import { treeCommits, type TreeCommits } from './baseCommit';
import { GitObjects, fitsOneLine, type GitObject } from './gitObjects';
import type { BlobSource } from './sides';

const gitTimeoutMs = 10_000;
/** Maximum number of work trees of one review; files in further ones count as outside git. */
const maxTrees = 32;

/** A work tree of reviewed files, and the commit with which they are compared. */
export interface BasedTree extends TreeCommits {
  readonly place: RepositoryPlace;
  readonly objects: GitObjects;
}

/** A file's blob at the base and at HEAD. */
export interface FileBlobs {
  readonly base: GitObject | undefined;
  readonly head: GitObject | undefined;
  /** False if it is unknown whether the base has the file. */
  readonly isBaseKnown: boolean;
  readonly isExecutable: boolean;
  /** True if a git filter produces the file, so that its bytes differ from the blob's. */
  readonly isFiltered: boolean;
}

/** The work trees of the files of one review: a session may work in several. */
export class BasedTrees {
  private readonly folders = new Map<string, Promise<RepositoryPlace | undefined>>();
  private readonly trees = new Map<string, Promise<BasedTree | undefined>>();
  private program: Promise<string | undefined> | undefined;

  constructor(
    private readonly from: number,
    private readonly signals: readonly SignalFact[],
    private readonly scratch?: string,
    private readonly find: typeof findGit = findGit,
  ) {}

  /** Returns the work tree of a folder, even of a deleted one; undefined outside git. */
  async of(folder: string): Promise<BasedTree | undefined> {
    const known = this.folders.get(folder) ?? repositoryPlace(folder);
    this.folders.set(folder, known);
    const place = await known;
    if (place === undefined) return undefined;
    const tree = this.trees.get(place.top);
    if (tree !== undefined) return tree;
    if (this.trees.size >= maxTrees) return undefined;
    const opened = this.openTree(place);
    this.trees.set(place.top, opened);
    return opened;
  }

  private async openTree(place: RepositoryPlace): Promise<BasedTree | undefined> {
    this.program ??= this.find();
    const program = await this.program;
    if (program === undefined) return undefined;
    const objects = new GitObjects({
      program,
      top: place.top,
      timeoutMs: gitTimeoutMs,
      scratch: this.scratch,
    });
    objects.prepare();
    return { place, objects, ...(await treeCommits(place, this.from, this.signals, objects)) };
  }
}

/** Matches git's own files, which are in no commit. */
const gitInternal = /(?:^|\/)\.git(?:\/|$)/iu;

/**
 * Finds the blobs of many files of a work tree with few git processes; results in the files' order.
 */
export async function blobsOf(
  { place, objects, base }: BasedTree,
  files: readonly string[],
): Promise<readonly FileBlobs[]> {
  const names = files.map((file) => nameIn(place, file));
  const baseId = typeof base === 'object' ? base.id : undefined;
  const objectNames = names.flatMap((name) => [
    ...(baseId === undefined ? [] : [`${baseId}:${name}`]),
    `HEAD:${name}`,
  ]);
  const [answers, filtered, modes] = await Promise.all([
    objects.find(objectNames),
    objects.pathsWithFilter(names),
    baseId === undefined ? new Map<string, string>() : objects.modes(baseId, names),
  ]);
  const found = new Map(objectNames.map((name, index) => [name, answers?.[index]]));
  return names.map((name) => {
    const base = baseId === undefined ? undefined : found.get(`${baseId}:${name}`);
    // Git resolves a name that ends like `git describe` output (`-g<id>`) to a commit, not a file.
    const isFile = base === undefined || base.type === 'blob' || base.type === 'tree';
    // A symbolic link's blob contains its target path.
    const isLink = modes.get(name) === '120000';
    return {
      base: isLink ? undefined : blobOf(base),
      head: blobOf(found.get(`HEAD:${name}`)),
      isBaseKnown:
        answers !== undefined && fitsOneLine(name) && isFile && !isLink && !gitInternal.test(name),
      isExecutable: modes.get(name) === '100755',
      isFiltered: filtered.has(name),
    };
  });
}

/** Returns a path as git writes it: relative to the top folder, with slashes. */
function nameIn({ top }: Pick<RepositoryPlace, 'top'>, file: string): string {
  return path.relative(top, file).replaceAll(path.sep, '/');
}

/** Describes a blob to be read as git would write it into a file of the work tree. */
export function sourceOf(
  { place, objects }: BasedTree,
  { id, size }: GitObject,
  file: string,
): BlobSource {
  return { id, size, path: nameIn(place, file), objects };
}

function blobOf(object: GitObject | undefined): GitObject | undefined {
  return object?.type === 'blob' ? object : undefined;
}
