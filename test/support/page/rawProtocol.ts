import type { Page } from 'playwright-core';

/** Connection to the browser's debugging protocol for one page. */
export interface RawProtocol {
  send(method: string, params: object): Promise<unknown>;
}

/**
 * Playwright's server-side object, which is in this process as well; all of it may change with each
 * version.
 */
export function serverSide<Server extends object>(of: object): Partial<Server> | undefined {
  const { _connection: connection } = of as {
    readonly _connection?: { toImpl?(of: object): Partial<Server> };
  };
  return connection?.toImpl?.(of);
}

interface ServerPage {
  readonly delegate?: { readonly _mainFrameSession?: { readonly _client?: RawProtocol } };
}

/**
 * Playwright's own connection to the page, for which it has no public API. A message through a
 * `CDPSession` takes more processor time in the test's process than a key in the page; it is used
 * only if this version of Playwright has no other access.
 */
export async function rawProtocolOf(page: Page): Promise<RawProtocol> {
  const client = serverSide<ServerPage>(page)?.delegate?._mainFrameSession?._client;
  return client ?? (await page.context().newCDPSession(page));
}

/**
 * Evaluates an expression in the page and awaits its promise; rejects with the error that it
 * throws.
 */
export async function evaluateRaw(protocol: RawProtocol, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = (await protocol.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  })) as Evaluated;
  if (exceptionDetails === undefined) return result.value;
  const { exception, text } = exceptionDetails;
  throw new Error(exception?.description ?? text);
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}
