import { truncateText } from '../../../../shared/text/truncate';
import type { SessionFacts } from '../facts/session';

const maxLength = 120;

/**
 * Title of a session: the name that the user gave it, or else its first prompt, the client's title
 * or its first shell command.
 */
export function titleOf({
  hook,
  processes,
  transcript,
  title: own,
  sessionId,
}: SessionFacts): string {
  const named = processes.findLast((one) => one.nameSource === 'user' && one.name !== undefined);
  const candidates = [
    named?.name,
    own ?? transcript?.customTitle,
    promptTitle(transcript?.firstPrompt),
    promptTitle(hook?.firstPrompt),
    transcript?.aiTitle,
    hook?.title,
    promptTitle(transcript?.firstShell),
    processes.at(-1)?.name,
  ];
  const title = candidates.map((one) => one?.trim()).find((one) => one !== undefined && one !== '');
  return title ?? `Session ${sessionId.slice(0, 8)}`;
}

/** The first non-empty line of a prompt; a slash command is kept as typed. */
export function promptTitle(prompt: string | undefined): string | undefined {
  const line = prompt
    ?.split('\n')
    .map((one) => one.trim())
    .find((one) => one !== '');
  if (line === undefined) return undefined;
  return truncateText(line, maxLength);
}
