/**
 * True for a UUID or part of one, the form of the client's session and job ids, which no shell
 * interprets.
 */
export function isShellSafeId(id: string): boolean {
  return /^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/u.test(id);
}

/** The command that attaches a background job to a terminal; `client` is the client's command. */
export function attachCommand(client: string, jobId: string): string {
  return [client, 'attach', jobId].join(' ');
}
