/** The services of the browsers that take pushes. A phone names its own: any other is not called. */
const hosts: ReadonlySet<string> = new Set([
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
]);
/** These have many hosts, each below one of these names. */
const families = ['.push.apple.com', '.notify.windows.com'];

/** The address of a subscription, where it is one of a known push service. */
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
