/**
 * Hosts of the push services of browsers. A phone names its service itself; unknown services are
 * never contacted.
 */
const hosts: ReadonlySet<string> = new Set([
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
]);
/** Domains of push services that use many hosts. */
const domains = ['.push.apple.com', '.notify.windows.com'];

/** Returns the address of a subscription; undefined unless it belongs to a known push service. */
export function pushAddress(endpoint: string): URL | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const url = new URL(endpoint);
  const { protocol, hostname, port, username, password } = url;
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return undefined;
  const isKnown = hosts.has(hostname) || domains.some((domain) => isSubdomain(hostname, domain));
  return isKnown ? url : undefined;
}

function isSubdomain(hostname: string, domain: string): boolean {
  return hostname.endsWith(domain) && /^[a-z0-9.-]+$/u.test(hostname);
}
