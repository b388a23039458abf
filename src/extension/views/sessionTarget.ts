import { type SessionTarget, transcriptScheme } from '../manifest';
import { parseTranscriptPath } from './transcript/transcriptAddress';

/**
 * The session in a command's argument: a session id, a tree row, or the address of an open
 * transcript, as the editor's menus pass it; undefined for anything else.
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

/**
 * The sessions in the argument of a command that accepts several: a list of ids, or an argument of
 * `targetOf`.
 */
export function targetsOf(argument: unknown): readonly SessionTarget[] {
  const all: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  return all.flatMap((one) => targetOf(one) ?? []);
}
