import { type SessionTarget, transcriptScheme } from '../manifest';
import { parseTranscriptPath } from './transcript/transcriptAddress';

/**
 * Which session a command was called for: a session id, a row of the tree, or the address of an open
 * transcript, as the editor's menus pass it. Anything else names none.
 */
export function targetOf(argument: unknown): SessionTarget | undefined {
  if (typeof argument === 'string') return argument === '' ? undefined : { sessionId: argument };
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { sessionId, agentId, quote, scheme, path } = argument as Readonly<Record<string, unknown>>;
  if (scheme === transcriptScheme && typeof path === 'string') return parseTranscriptPath(path);
  if (typeof sessionId !== 'string' || sessionId === '') return undefined;
  return {
    sessionId,
    ...(typeof agentId === 'string' && agentId !== '' && { agentId }),
    ...(typeof quote === 'string' && quote !== '' && { quote }),
  };
}

/** Which sessions a command was called for that takes several: those of a list of ids, or the one of `targetOf`. */
export function targetsOf(argument: unknown): readonly SessionTarget[] {
  const all: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  return all.flatMap((one) => targetOf(one) ?? []);
}
