import { randomUUID } from 'node:crypto';
import { t } from '../../../shared/words/l10n';
import { promptProblem } from '../../../shared/words/promptFault';
import { continuationPrompt, promptText } from '../../../shared/text/promptLimits';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { PromptChange } from '../../../shared/protocol/prompts';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import type { WindowOffer } from '../control/controlState';
import type { Resumer } from '../resume/resumer';

export interface PrompterParts {
  readonly board: Pick<BoardModel, 'get'>;
  readonly hub: Calls<'changePrompts'>;
  readonly control: Pick<WindowOffer, 'reasonAgainst'>;
  readonly resumer: Pick<Resumer, 'resume'>;
}

/** Sends prompts from all views of this window to the hub. */
export class Prompter {
  constructor(private readonly parts: PrompterParts) {}

  /** Rejects with a sentence for the person. */
  async change(sessionId: string, change: PromptChange): Promise<void> {
    const { board, hub, control, resumer } = this.parts;
    const session = board.get(sessionId);
    if (session === undefined) throw new Error(t('This session is no longer on the board.'));
    const against = control.reasonAgainst(session.projectPath);
    if (against !== undefined) throw new Error(against);
    const problem = 'text' in change ? promptProblem(change.text) : undefined;
    if (problem !== undefined) throw new Error(problem);
    // Normalizes the text before it is signed, so that the signature matches the stored prompt.
    const normalized = 'text' in change ? { ...change, text: promptText(change.text) } : change;
    const { resume } = await hub.call('changePrompts', { sessionId, change: normalized });
    if (resume) await resumer.resume(sessionId);
  }

  /** Rejects as `change` does. */
  send(sessionId: string, text: string): Promise<void> {
    return this.change(sessionId, { kind: 'add', id: randomUUID(), text });
  }

  /** Continues after a failed turn. Rejects as `change` does. */
  retry(sessionId: string): Promise<void> {
    return this.send(sessionId, continuationPrompt);
  }

  /** Continues when the limit that stopped the session has reset. Rejects as `change` does. */
  continueAtReset({ sessionId, limit }: LiveSession): Promise<void> {
    const dueAt = Date.parse(limit?.resetsAt ?? '');
    if (Number.isNaN(dueAt)) throw new Error(t('It isn’t known when this session’s limit resets.'));
    return this.change(sessionId, {
      kind: 'add',
      id: randomUUID(),
      text: continuationPrompt,
      dueAt,
    });
  }
}
