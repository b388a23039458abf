/** Ids of the client's sessions and jobs are UUIDs or parts of one: a shell reads no such id as anything else. */
export function isShellSafeId(id: string): boolean {
  return /^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/u.test(id);
}

/** The command that brings a job in the background to a terminal; `client` is the command of the client. */
export function attachCommand(client: string, jobId: string): string {
  return [client, 'attach', jobId].join(' ');
}
