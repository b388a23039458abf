export {
  clientNames,
  isInClientFolder,
  worktreeFolders,
  worktreeNameIn,
  worktreeOf,
} from './claude/places';
