/**
 * Prefixes of prompts that the client creates: reports of background work and teammates, and a
 * scheduled run that was missed while the session was not running.
 */
const clientPrefix =
  /^\s*(?:(?:Another Claude session sent a message:\s*)?<(?<tag>task-notification|agent-message|teammate-message)[\s>]|The following (?:one-shot )?scheduled task )/u;

/** True for a text that the client created. */
export function isMadeByClient(prompt: string): boolean {
  return clientPrefix.test(prompt);
}

/** True for the client's report to the agent about its hooks or background work. */
export function isTaskNotification(prompt: string): boolean {
  return clientPrefix.exec(prompt)?.groups?.['tag'] === 'task-notification';
}
