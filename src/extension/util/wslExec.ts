/**
 * Returns `--exec` if the program is WSL and the arguments lack it: without it, WSL passes the
 * command to a shell, which would split a script.
 */
export function wslExec(file: string, args: readonly string[]): readonly string[] {
  const isWsl = /(?:^|[\\/])wsl(?:\.exe)?$/iu.test(file);
  return isWsl && !args.some((arg) => ['--exec', '-e', '--'].includes(arg)) ? ['--exec'] : [];
}
