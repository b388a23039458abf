import type { PromptCard, Prompting } from '../../../../src/shared/protocol/prompts';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { aSession, secondsAgo, type SessionOverrides } from '../../sessionBuilder';
import type { FakeHost } from '../fakeHost';

const idle = { group: 'needs_you', state: 'idle', label: 'Waiting for your next prompt' } as const;

/** A session at rest whose hub supports conditions of follow-ups. */
export function followed(
  id: string,
  prompting: Partial<Prompting> = {},
  more: SessionOverrides = {},
): LiveSession {
  return aSession({
    sessionId: id,
    title: `Session ${id}`,
    agentState: idle,
    prompting: { way: 'terminal', prompts: [], followUps: true, ...prompting },
    ...more,
  });
}

/** A queued prompt that waits for the tests of session `b` to pass. */
export function followUp(id: string, change: Partial<PromptCard> = {}): PromptCard {
  const when = { kind: 'fact', fact: 'testsGreen', of: 'b' };
  const at = secondsAgo(60);
  return { id, text: `Do ${id}`, whole: true, state: 'queued', at, when, ...change };
}

export const three: readonly LiveSession[] = [followed('a'), followed('b'), followed('c')];

/** The pane of session `a`. */
export const card = (host: FakeHost) => host.whole('a');

export const choice = (host: FakeHost, name: string) =>
  card(host).getByRole('combobox', { name, exact: true });

/** Changes of prompt queues that the page requested. */
export const sent = (host: FakeHost) =>
  host.received.flatMap((message) => (message.type === 'changePrompts' ? [message] : []));
