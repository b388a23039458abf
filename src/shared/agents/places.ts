export {
  clientNames,
  isInClientFolder,
  worktreeFolders,
  worktreeNameIn,
  worktreeOf,
} from './claude/places';
export { codexFolderName } from './codex/places';
