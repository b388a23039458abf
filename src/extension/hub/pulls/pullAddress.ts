/** A pull request on the web, with the parts of its address. */
export interface PullAddress {
  readonly host: string;
  readonly owner: string;
  readonly repository: string;
  readonly number: number;
  /** The complete address; it consists of only these parts. */
  readonly url: string;
}

const pattern =
  /^https:\/\/([a-z0-9][a-z0-9.-]{0,252})\/([A-Za-z0-9][\w-]{0,99})\/([\w.-]{1,100})\/pull\/([1-9]\d{0,8})$/u;

/**
 * Parses the address of a pull request. It comes from a transcript and is untrusted. Returns
 * undefined for an address with a port, a user, a query or a different path.
 */
export function parsePullAddress(url: string): PullAddress | undefined {
  const [, host = '', owner = '', repository = '', number = ''] = pattern.exec(url) ?? [];
  if (host === '' || repository === '.' || repository === '..') return undefined;
  return { host, owner, repository, number: Number(number), url };
}
