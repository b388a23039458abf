/** Variables of this process that a client in a home of its own needs, too. */
export function inheritedEnvironment(...more: readonly string[]): Record<string, string> {
  const found = ['PATH', 'SHELL', 'LANG', ...more].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

/** Port 9 refuses connections, so requests that leave loopback fail without a timeout. */
export const loopbackOnly = {
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  http_proxy: 'http://127.0.0.1:9',
  https_proxy: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1,localhost',
  no_proxy: '127.0.0.1,localhost',
};
