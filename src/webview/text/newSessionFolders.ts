import { branchName } from '../../shared/board/texts/displayText';
import { folderName } from '../../shared/board/newSessionText';
import type { LiveSession } from '../../shared/protocol/protocol';
import { addressIn } from '../../shared/protocol/machines/address';
import { plainTitle } from '../../shared/text/plainText';

type Sessions = ReadonlyMap<string, LiveSession>;

/** Project folders of this machine's sessions, in which a session can be started; `chosen` first. */
export function foldersFor(sessions: Sessions, chosen: string): readonly string[] {
  const used = [...sessions.values()].flatMap(({ sessionId, projectPath }) =>
    projectPath === '' || addressIn(sessionId) !== undefined ? [] : [projectPath],
  );
  const others = used.filter((folder) => folder !== chosen).toSorted();
  return [...new Set([chosen, ...others])].filter((folder) => folder !== '');
}

/** Names of folders; those with the same name are shown with their path. */
export function uniqueFolderNames(
  folders: readonly string[],
): readonly { readonly folder: string; readonly name: string }[] {
  const names = folders.map(folderName);
  return folders.map((folder, at) => {
    const name = names[at] ?? folder;
    const isUnique = names.indexOf(name) === names.lastIndexOf(name);
    return { folder, name: isUnique ? name : plainTitle(folder, 200) };
  });
}

/** True if a session in the folder shows that it is in a git repository. */
export function isRepositoryFolder(sessions: Sessions, folder: string): boolean {
  return [...sessions.values()].some(
    (session) => session.projectPath === folder && branchName(session) !== '',
  );
}
