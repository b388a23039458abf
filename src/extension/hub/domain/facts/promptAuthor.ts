import { isMadeByClient } from '../../../agents/claude/texts/promptMarks';
import type { HookFacts } from './session';
import { beginsRun } from './schedule/schedule';

/** The client continues within this time, in ms, of saying so. */
const continuingMs = 10_000;

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
