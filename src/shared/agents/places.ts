export { clientNames, isInClientFolder, worktreeFolders, worktreeOf } from './claude/places';
