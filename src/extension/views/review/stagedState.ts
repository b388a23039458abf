import { literalPath } from './stagedPaths';

/** The part of the editor's Git extension that describes the next commit. */
export interface StagedRepository {
  readonly state: {
    readonly HEAD: { readonly commit?: string; readonly name?: string } | undefined;
    readonly indexChanges: readonly { readonly uri: { readonly fsPath: string } }[];
  };
  /**
   * With an empty `treeish` it describes the staged file; rejects if the file is not in the index.
   */
  getObjectDetails(
    treeish: string,
    path: string,
  ): Promise<{ readonly mode: string; readonly object: string }>;
}

/** Maximum number of parallel requests; each starts two processes. */
const maxParallel = 8;

/**
 * Fingerprint of the next commit, which consists of its branch and parent and of the path, mode and
 * content of each staged file.
 */
export async function stagedState(repository: StagedRepository): Promise<string> {
  const { HEAD, indexChanges } = repository.state;
  const paths = indexChanges.map(({ uri }) => uri.fsPath).toSorted();
  const staged: (readonly string[])[] = [];
  for (let from = 0; from < paths.length; from += maxParallel) {
    const some = paths.slice(from, from + maxParallel).map(async (path) => {
      const details = await repository
        .getObjectDetails('', literalPath(path))
        .catch(() => undefined); // `getObjectDetails` rejects for a staged deletion.
      return [path, details?.mode ?? '', details?.object ?? ''];
    });
    staged.push(...(await Promise.all(some)));
  }
  return JSON.stringify([HEAD?.name, HEAD?.commit, staged]);
}
