/**
 * True for an id of ASCII letters, digits, `_` and `-`, which no shell interprets. The session and
 * job ids of the client have this form.
 */
export function isShellSafeId(id: string): boolean {
  return /^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/u.test(id);
}

/** The command that attaches a background job to a terminal; `client` is the client's command. */
export function attachCommand(client: string, jobId: string): string {
  return [client, 'attach', jobId].join(' ');
}
