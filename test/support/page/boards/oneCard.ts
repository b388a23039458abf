import assert from 'node:assert/strict';
import { aSession } from '../../sessionBuilder';
import { eventually } from '../eventually';
import type { FakeHost } from '../fakeHost';

/** A session that is ready for a prompt, named `one`. */
export const idleSession = aSession({
  sessionId: 'one',
  title: 'one',
  agentState: { group: 'needs_you', state: 'idle', label: 'Waiting for your next prompt' },
});

export const menu = (host: FakeHost) => host.page.getByRole('menu', { name: 'Actions' });
export const title = (host: FakeHost) =>
  host.page.getByRole('button', { name: 'one', exact: true });

/** Waits until the page has sent exactly these messages after its first one. */
export const assertSent = (host: FakeHost, ...messages: readonly unknown[]) =>
  eventually(() => assert.deepEqual(host.received.slice(1), messages));

export const run = (command: string, sessionId = 'one') => ({
  type: 'sessionCommand',
  command,
  sessionId,
});

/** Name of the element with the focus. */
export const focused = (host: FakeHost): Promise<string> =>
  host.page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
  });
