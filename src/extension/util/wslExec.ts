/** WSL passes a command to a shell, which would split a script; `--exec` prevents that. */
export function wslExec(file: string, args: readonly string[]): readonly string[] {
  const isWsl = /(?:^|[\\/])wsl(?:\.exe)?$/iu.test(file);
  return isWsl && !args.some((arg) => ['--exec', '-e', '--'].includes(arg)) ? ['--exec'] : [];
}
