/**
 * Beginnings of prompts that the client makes: of what its background work and its teammates tell the
 * agent, and of a run that it missed while nobody ran the session.
 */
const ofClient =
  /^\s*(?:(?:Another Claude session sent a message:\s*)?<(?<tag>task-notification|agent-message|teammate-message)[\s>]|The following (?:one-shot )?scheduled task )/u;

/** True for a text that the client makes, and no person. */
export function isMadeByClient(prompt: string): boolean {
  return ofClient.test(prompt);
}

/** The client begins so what its hooks and its own background work tell the agent. */
export function isTaskNotification(prompt: string): boolean {
  return ofClient.exec(prompt)?.groups?.['tag'] === 'task-notification';
}
