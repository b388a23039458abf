import type { LiveSession, PendingRequest } from '../../../../src/shared/protocol/protocol';
import { aPendingRequest, aSession, secondsAgo } from '../../sessionBuilder';
import { waitUntilDrawn, type FakeHost } from '../fakeHost';

export const projectPath = '/home/dev/shop';

/**
 * A session that asks to run `npm run <name>`; names earlier in the alphabet have waited longer.
 */
export function asks(name: string, request: Partial<PendingRequest> = {}): LiveSession {
  return aSession({
    sessionId: name,
    title: `Session ${name}`,
    projectPath,
    projectName: 'shop',
    prompting: { way: 'terminal', prompts: [] },
    stateSince: secondsAgo(1_000 - name.charCodeAt(0)),
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
    pendingRequest: aPendingRequest({
      requestId: `request-${name}`,
      cwd: projectPath,
      toolInput: { command: `npm run ${name}` },
      call: { id: `call-${name}`, fate: 'open', answerable: true },
      ...request,
    }),
  });
}

export const cardOf = (host: FakeHost, name: string) =>
  host.page.locator(`.fixed-card[data-session="${name}"]`);
export const button = (host: FakeHost, name: string, verb = 'Allow') =>
  cardOf(host, name).getByRole('button', { name: new RegExp(`^${verb}\\b`) });
export const decided = (host: FakeHost) => host.received.filter(({ type }) => type === 'decide');
export const decision = (name: string, kind = 'allow') => ({
  type: 'decide',
  sessionId: name,
  call: `call-${name}`,
  decision: { kind },
});
/**
 * Waits until the page was drawn and has reported what is visible, and then for the time that a
 * request must be visible.
 */
export async function waitUntilReadable(host: FakeHost, ms = 600): Promise<void> {
  await host.page.evaluate(waitUntilDrawn);
  await host.page.clock.runFor(ms);
}
