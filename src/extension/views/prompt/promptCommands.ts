import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { deliveryText } from '../../../shared/board/texts/promiseText';
import { isLoaded } from '../../../shared/presentation';
import { choicesFor, type ActionCommand } from '../../../shared/actions/sessionActions';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { promptProblem } from '../../../shared/words/promptFault';
import { maxPromptLength } from '../../../shared/text/promptLimits';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { commandIds } from '../../manifest';
import type { Disposable } from '../../util/lifetime';
import type { OpenDialogs } from '../attention/openDialogs';
import type { WindowOffer } from '../control/controlState';
import { showTextInput, type TextQuestion } from '../showTextInput';
import { escapeForNotification } from '../markdown';
import { showUnsentText } from '../showUnsentText';
import { registerHandlers } from '../registerHandlers';
import { pickSession } from '../pickSession';
import { sessionTitle } from '../../../shared/board/sessionNames';
import { targetOf } from '../sessionTarget';
import type { Prompter } from './prompter';

export interface PromptCommandParts {
  readonly board: BoardModel;
  readonly hub: Calls<'act'>;
  readonly control: Pick<WindowOffer, 'reasonAgainst'>;
  readonly prompter: Prompter;
  readonly asked: OpenDialogs;
}

/** Registers the commands that act on a running session, for the tree and the palette. */
export function registerPromptCommands(parts: PromptCommandParts): Disposable {
  const { board, control, prompter } = parts;
  /**
   * Creates a handler for the session in the argument; without one, the person picks among those
   * for which the command is possible.
   */
  const withSession =
    (command: ActionCommand, act: (session: LiveSession) => Promise<void>) =>
    async (argument: unknown): Promise<void> => {
      const sessions = choicesFor(command, board.sessions).filter(
        ({ projectPath }) => control.reasonAgainst(projectPath) === undefined,
      );
      const target = targetOf(argument) ?? (await pickSession(sessions));
      const session = target && board.get(target.sessionId);
      if (session === undefined) return;
      const against = control.reasonAgainst(session.projectPath);
      if (against !== undefined) throw new Error(against);
      await act(session);
    };
  const handlers: Readonly<Record<string, (argument: unknown) => Promise<void>>> = {
    [commandIds.sendPrompt]: withSession('sendPrompt', (session) => askAndSend(parts, session)),
    [commandIds.retrySession]: withSession('retrySession', ({ sessionId }) =>
      prompter.retry(sessionId),
    ),
    [commandIds.continueAtReset]: withSession('continueAtReset', (session) =>
      prompter.continueAtReset(session),
    ),
    [commandIds.interruptSession]: withSession('interruptSession', (session) =>
      interrupt(parts, session),
    ),
    [commandIds.openPermissions]: withSession('openPermissions', (session) =>
      openPermissions(parts, session),
    ),
    [commandIds.endSession]: withSession('endSession', (session) => endSession(parts, session)),
  };
  return registerHandlers(handlers);
}

async function askAndSend(
  { board, prompter, asked }: PromptCommandParts,
  session: LiveSession,
): Promise<void> {
  const { sessionId } = session;
  const isEnded = (): boolean => {
    const now = board.get(sessionId);
    return now === undefined || !isLoaded(now);
  };
  const wasLoaded = isLoaded(session);
  const question: TextQuestion = {
    title: t('Send a prompt to {0}', sessionTitle(session)),
    prompt: deliveryText(session),
    validate: (value) =>
      value.length > maxPromptLength ? t('This prompt is too long.') : promptProblem(value),
    // A prompt for a running session must not resume it after it has ended.
    over: () => (wasLoaded && isEnded() ? t('The session has ended.') : undefined),
    onDidChange: (listener) => board.onDidChange(listener),
  };
  const typed = await asked.listWhileOpen(sessionId, () => showTextInput(question));
  if (typed === undefined || typed.words.trim() === '') return;
  const { words, over } = typed;
  const send = (): Promise<void> => prompter.send(sessionId, words);
  if (over !== undefined) return showUnsentText({ words, why: over, send });
  try {
    await send();
  } catch (error) {
    await showUnsentText({
      words,
      why: error instanceof Error ? error.message : String(error),
      send,
    });
  }
}

async function interrupt({ hub }: PromptCommandParts, { sessionId }: LiveSession): Promise<void> {
  const { outcome } = await hub.call('act', { sessionId, act: 'interrupt' });
  if (outcome === 'done') return;
  throw new Error(t('It can be interrupted only in its terminal, which is outside the editor.'));
}

/** Opens Claude Code's permission list, which includes calls that auto mode blocked recently. */
async function openPermissions(
  { hub }: PromptCommandParts,
  { sessionId }: LiveSession,
): Promise<void> {
  const { outcome } = await hub.call('act', { sessionId, act: 'openPermissions' });
  if (outcome === 'done') {
    await vscode.commands.executeCommand(commandIds.goToTerminal, sessionId);
    return;
  }
  throw new Error(
    t('/permissions can be opened only in a terminal of the editor, while the session rests.'),
  );
}

/**
 * Ends a session: in its terminal by the client's `/exit`, otherwise by terminating its process.
 */
async function endSession({ hub }: PromptCommandParts, session: LiveSession): Promise<void> {
  const { sessionId, pid } = session;
  const exited = await hub.call('act', { sessionId, act: 'end' });
  if (exited.outcome === 'done') return;
  const button = t('End Session');
  const answer = await vscode.window.showWarningMessage(
    escapeForNotification(t('End {0}?', sessionTitle(session))),
    {
      modal: true,
      detail: t(
        'It is running, or outside the editor’s terminals. Its process {0} is asked to end; unfinished work is lost. You can resume it later.',
        pid ?? '',
      ),
    },
    button,
  );
  if (answer !== button) return;
  const ended = await hub.call('act', { sessionId, act: 'terminate' });
  if (ended.outcome === 'done') return;
  throw new Error(t('Its process isn’t known for certain, so nothing was ended.'));
}
