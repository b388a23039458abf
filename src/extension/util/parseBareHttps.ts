/**
 * The URL in untrusted text; undefined unless it is https without user name and password, which
 * could imitate a different host.
 */
export function parseBareHttps(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url?.username === '' && url.password === '';
  return url?.protocol === 'https:' && isBare ? url : undefined;
}
