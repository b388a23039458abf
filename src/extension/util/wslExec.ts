/** WSL hands a command to a shell of its own, which would take a script apart: the word that keeps it from that. */
export function wslExec(file: string, args: readonly string[]): readonly string[] {
  const isWsl = /(?:^|[\\/])wsl(?:\.exe)?$/iu.test(file);
  return isWsl && !args.some((arg) => ['--exec', '-e', '--'].includes(arg)) ? ['--exec'] : [];
}
