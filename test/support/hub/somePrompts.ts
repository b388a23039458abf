import { readDeliveredPrompts } from '../../../src/extension/agents/claude/catalogue/readDeliveredPrompts';
import { findReadTime } from '../../../src/extension/hub/prompts/findReadTime';
import { Prompts, type PromptsParts } from '../../../src/extension/hub/prompts/prompts';
import { silentLog } from '../../../src/extension/util/log';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { noLine } from '../fakes/noLine';

/**
 * Prompt queues of sessions without a terminal or runner, in a hub that offers control; `parts`
 * overrides that.
 */
export function promptsOf(
  home: string,
  session: (sessionId?: string) => LiveSession,
  parts: Partial<
    Omit<PromptsParts, 'board'> & Pick<PromptsParts['board'], 'get' | 'rest' | 'touch'>
  > = {},
): Prompts {
  const { get = session, rest = () => undefined, touch = () => undefined, ...others } = parts;
  return new Prompts({
    folder: new PrivateFolder(home),
    log: silentLog,
    board: {
      get,
      snapshot: () => ({ sessions: [session()] }),
      rest,
      touch,
    },
    windows: { sendOrder: () => Promise.reject(new Error('There is no window')) },
    places: { terminalOf: () => Promise.resolve(undefined) },
    offers: { stateOf: () => 'on', onDidChange: () => ({ dispose: () => undefined }) },
    line: noLine,
    runners: {
      has: () => false,
      sendOrder: () => Promise.reject(new Error('There is no runner')),
    },
    startersIn: () => [],
    isFolder: () => Promise.resolve(true),
    isInForeground: () => Promise.resolve(true),
    isGuess: () => false,
    isThere: () => true,
    findReadTime: (transcript, prompt) => findReadTime(readDeliveredPrompts(transcript), prompt),
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
