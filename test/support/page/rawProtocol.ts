import type { Page } from 'playwright-core';

/** A connection to the browser's own debugging interface of one page. */
export interface RawProtocol {
  send(method: string, params: object): Promise<unknown>;
}

interface ServerPage {
  readonly delegate?: { readonly _mainFrameSession?: { readonly _client?: RawProtocol } };
}

/**
 * The page's connection as Playwright itself has it, which has no public way to it. Through a `CDPSession`
 * a message takes more processor time in the test's process than a key does in the page; where this
 * version of Playwright has nothing else, it is one.
 */
export async function rawProtocolOf(page: Page): Promise<RawProtocol> {
  const { _connection } = page as unknown as {
    readonly _connection?: { toImpl?(of: unknown): ServerPage };
  };
  const client = _connection?.toImpl?.(page).delegate?._mainFrameSession?._client;
  return client ?? (await page.context().newCDPSession(page));
}

/** The value of an expression in the page, after its promise; rejects with what it throws. */
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
