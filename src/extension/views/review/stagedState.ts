import { literalPath } from './stagedPaths';

/** What the editor's git tells of all that a commit would be made of and on. */
export interface StagedRepository {
  readonly state: {
    readonly HEAD: { readonly commit?: string; readonly name?: string } | undefined;
    readonly indexChanges: readonly { readonly uri: { readonly fsPath: string } }[];
  };
  /** With an empty name it tells what is staged; rejects for what is not in the index. */
  getObjectDetails(
    treeish: string,
    path: string,
  ): Promise<{ readonly mode: string; readonly object: string }>;
}

/** Files of which git is asked together: each takes two processes. */
const mostAtOnce = 8;

/** Another text once a commit would have another parent, branch, file, mode or content. */
export async function stagedState(repository: StagedRepository): Promise<string> {
  const { HEAD, indexChanges } = repository.state;
  const paths = indexChanges.map(({ uri }) => uri.fsPath).toSorted();
  const staged: (readonly string[])[] = [];
  for (let from = 0; from < paths.length; from += mostAtOnce) {
    const some = paths.slice(from, from + mostAtOnce).map(async (path) => {
      const details = await repository
        .getObjectDetails('', literalPath(path))
        .catch(() => undefined); // It is staged to be deleted.
      return [path, details?.mode ?? '', details?.object ?? ''];
    });
    staged.push(...(await Promise.all(some)));
  }
  return JSON.stringify([HEAD?.name, HEAD?.commit, staged]);
}
