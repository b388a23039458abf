import { Prompts, type PromptsParts } from '../../../src/extension/hub/prompts/prompts';
import { silentLog } from '../../../src/extension/util/log';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import type { LiveSession } from '../../../src/shared/protocol/protocol';

/**
 * Prompt queues of sessions without a terminal or runner, in a hub that offers control; `parts`
 * overrides that.
 */
export function promptsOf(
  home: string,
  session: (sessionId?: string) => LiveSession,
  parts: Partial<Omit<PromptsParts, 'board'> & Pick<PromptsParts['board'], 'rest' | 'touch'>> = {},
): Prompts {
  const { rest = () => undefined, touch = () => undefined, ...others } = parts;
  return new Prompts({
    folder: new PrivateFolder(home),
    log: silentLog,
    board: {
      get: session,
      snapshot: () => ({ sessions: [session()] }),
      rest,
      touch,
    },
    windows: { sendOrder: () => Promise.reject(new Error('There is no window')) },
    places: { terminalOf: () => Promise.resolve(undefined) },
    offers: { stateOf: () => 'on', onDidChange: () => ({ dispose: () => undefined }) },
    runners: {
      has: () => false,
      sendOrder: () => Promise.reject(new Error('There is no runner')),
    },
    isInForeground: () => Promise.resolve(true),
    isGuess: () => false,
    isThere: () => true,
    isOurs: () => Promise.resolve(true),
    hub: 'hub',
    isFromPerson: () => true,
    conditions: {
      source: () => undefined,
      isReady: () => true,
      exceededBudget: () => undefined,
      testOutput: () => Promise.resolve(undefined),
      machineId: () => undefined,
    },
    ...others,
  });
}
