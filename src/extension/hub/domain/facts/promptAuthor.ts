import type { HookFacts } from './session';
import { beginsRun } from './schedule/schedule';

/**
 * Beginnings of prompts that the client makes: of what its background work and its teammates tell the
 * agent, and of a run that it missed while nobody ran the session.
 */
const ofClient =
  /^\s*(?:(?:Another Claude session sent a message:\s*)?<(?<tag>task-notification|agent-message|teammate-message)[\s>]|The following (?:one-shot )?scheduled task )/u;

/** The client continues within this time, in ms, of saying so. */
const continuingMs = 10_000;

/** True for a text that the client makes, and no person. */
export function isMadeByClient(prompt: string): boolean {
  return ofClient.test(prompt);
}

/** The client begins so what its hooks and its own background work tell the agent. */
export function isTaskNotification(prompt: string): boolean {
  return ofClient.exec(prompt)?.groups?.['tag'] === 'task-notification';
}

/**
 * True where a person wrote the prompt that a hook told of at a moment. Hooks do not say so; what the
 * client was about to begin does.
 */
export function isPersons(
  { schedule, continuesAt, main }: Pick<HookFacts, 'schedule' | 'continuesAt' | 'main'>,
  prompt: string,
  at: number,
): boolean {
  const restedAt = main?.kind === 'resting' ? main.at : undefined;
  if (isMadeByClient(prompt) || beginsRun(schedule, prompt, at, restedAt)) return false;
  return continuesAt === undefined || at - continuesAt > continuingMs;
}
