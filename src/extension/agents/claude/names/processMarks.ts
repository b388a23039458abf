/**
 * True for the command line of a shell that the client started for the agent: the client makes its
 * shells write their last folder to a file with a characteristic name.
 */
export function isToolShell(commandLine: string): boolean {
  return /claude-[0-9a-f]+-cwd/u.test(commandLine);
}

/**
 * The process in the client's lock of a work tree. Measured on client 2.1.329: `claude session
 * tidy-up (pid 4242 start 61771)`, without the start if it is unknown; a run with `-p` leaves its
 * lock behind.
 */
export function clientOfLock(
  reason: string,
): { readonly pid: number; readonly start: string | undefined } | undefined {
  const found = /^claude .*\(pid (\d{1,10})(?: start ([^()]+))?\)$/u.exec(reason);
  return found === null ? undefined : { pid: Number(found[1]), start: found[2] };
}
