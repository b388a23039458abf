/**
 * Environment variables that programs need. All others are withheld, because they may contain keys
 * of ours or of the person.
 */
const neededVariables =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TEMP|TMP|LANG|XDG_\w+|(?:HTTPS?|NO|ALL)_PROXY|SYSTEM(?:ROOT|DRIVE)|WINDIR|COMSPEC|PATHEXT|PROGRAM(?:DATA|FILES.*)|(?:LOCAL)?APPDATA|USER(?:PROFILE|NAME|DOMAIN)|HOMEDRIVE|HOMEPATH)$/iu;

/** The environment for a program that the hub runs, with messages in English. */
export function programEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => neededVariables.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}
