import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import type { WindowConnection } from '../../link/windowConnection';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { OpenDialogs } from '../attention/openDialogs';
import type { WindowOffer } from '../control/controlState';
import type { PageIntents } from '../../page/pageChannel';
import type { Resumer } from '../resume/resumer';
import type { Terminals } from '../terminal/terminals';
import { registerPromptCommands } from './promptCommands';
import { Prompter } from './prompter';
import { TerminalOrders } from './terminalOrders';

export interface PromptViewParts {
  readonly board: BoardModel;
  readonly hub: Calls<'changePrompts' | 'act'>;
  readonly windowConnection: WindowConnection;
  readonly terminals: Terminals;
  readonly control: WindowOffer;
  readonly resumer: Resumer;
  readonly asked: OpenDialogs;
}

export type PromptPageIntents = Pick<PageIntents, 'changePrompts'>;

/** Registers the parts that send prompts in this window; the board's pages use the intents. */
export function registerPrompts(parts: PromptViewParts): Disposable & {
  readonly intents: PromptPageIntents;
  readonly send: Prompter['send'];
} {
  const lifetime = new DisposableStore();
  const prompter = new Prompter(parts);
  lifetime.add(new TerminalOrders(parts));
  lifetime.add(registerPromptCommands({ ...parts, prompter }));
  const intents: PromptPageIntents = {
    changePrompts({ sessionId, change }, reply) {
      void prompter.change(sessionId, change).catch((error: unknown) => {
        const problem = error instanceof Error ? error.message : String(error);
        const id = 'id' in change ? change.id : undefined;
        reply({ type: 'promptProblem', sessionId, problem, ...(id !== undefined && { id }) });
      });
    },
  };
  const send: Prompter['send'] = (sessionId, text) => prompter.send(sessionId, text);
  return { intents, send, dispose: () => lifetime.dispose() };
}
