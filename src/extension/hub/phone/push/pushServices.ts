/** Hosts of browsers' push services. A phone names its service itself; unknown ones are not called. */
const hosts: ReadonlySet<string> = new Set([
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
]);
/** Domains of push services with many hosts. */
const families = ['.push.apple.com', '.notify.windows.com'];

/** Returns the address of a subscription; undefined unless it belongs to a known push service. */
export function pushAddress(endpoint: string): URL | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const url = new URL(endpoint);
  const { protocol, hostname, port, username, password } = url;
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return undefined;
  const isKnown = hosts.has(hostname) || families.some((family) => isBelow(hostname, family));
  return isKnown ? url : undefined;
}

function isBelow(hostname: string, family: string): boolean {
  return hostname.endsWith(family) && /^[a-z0-9.-]+$/u.test(hostname);
}
