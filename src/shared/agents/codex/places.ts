/** Name of the folder of Codex, both in the home folder and in a project. */
export const codexFolderName = '.codex';
