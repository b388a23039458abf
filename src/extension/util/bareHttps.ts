/** The address in foreign text; undefined unless it is https and has no user name or password, which could feign another host. */
export function bareHttps(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url?.username === '' && url.password === '';
  return url?.protocol === 'https:' && isBare ? url : undefined;
}
