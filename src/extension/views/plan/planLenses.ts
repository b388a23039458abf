import * as vscode from 'vscode';
import { counted, t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import { commandIds, planScheme } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { WindowOffer } from '../control/controlState';
import { command } from '../typedCommands';
import type { PlanDraft } from './planDrafts';
import { escapeIcons } from '../markdown';
import { isOfAccount, whereText } from '../../../shared/board/texts/machineText';
import { isEdited } from '../../../shared/text/planMessage';
import type { PlanReviews } from './planReviews';

/** Non-breaking space between an icon and its text, where the editor drops normal spaces. */
const gap = '\u00A0';

export interface PlanLensesParts {
  readonly board: Pick<BoardModel, 'get'>;
  readonly control: Pick<WindowOffer, 'reasonAgainst'>;
  readonly reviews: PlanReviews;
}

/** Code lenses above a plan's first line, with the actions on the plan. */
export class PlanLenses implements Disposable, vscode.CodeLensProvider {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.changes.event;

  constructor(private readonly parts: PlanLensesParts) {
    this.lifetime.add(parts.reviews.onDidChange(() => this.changes.fire()));
    this.lifetime.add(vscode.languages.registerCodeLensProvider({ scheme: planScheme }, this));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const draft = this.parts.reviews.drafts.get(uri.path);
    const first = new vscode.Range(0, 0, 0, 0);
    return this.commands(uri, draft).map((one) => new vscode.CodeLens(first, one));
  }

  private commands(uri: vscode.Uri, draft: PlanDraft | undefined): readonly vscode.Command[] {
    const state = this.parts.reviews.stateOf(uri.path);
    if (draft === undefined || state.kind === 'over') {
      return this.lensesAfterAnswer(uri);
    }
    if (state.kind === 'elsewhere') return [textLens(`$(info)${gap}${this.reason(draft)}`)];
    const { plan, text, comments } = this.parts.reviews.written(draft);
    const approve = isEdited(plan, text) ? t('Approve with Your Changes') : t('Approve');
    const back =
      comments.length === 0
        ? t('Request Changes…')
        : counted(
            comments.length,
            'Request Changes with {0} Comment…',
            'Request Changes with {0} Comments…',
          );
    const session = this.parts.board.get(draft.sessionId);
    const where = session === undefined ? '' : whereText(session);
    const icon = session !== undefined && isOfAccount(session) ? 'account' : 'server';
    return [
      ...(where === '' ? [] : [textLens(`$(${icon})${gap}${escapeIcons(where)}`)]),
      command(commandIds.approvePlan, `$(check)${gap}${approve}`, uri),
      command(commandIds.sendBackPlan, `$(reply)${gap}${back}`, uri),
      // This lens is last and has a different icon, so that it is not mistaken for “Approve”.
      command(
        commandIds.approvePlanAcceptEdits,
        `$(zap)${gap}${t('Approve with Automatic Edits')}`,
        uri,
      ),
    ];
  }

  /**
   * Lenses for a plan that was answered elsewhere. It is read-only; they offer to send, copy or
   * discard unsent text.
   */
  private lensesAfterAnswer(uri: vscode.Uri): readonly vscode.Command[] {
    const notice = textLens(`$(circle-slash)${gap}${t('This plan was answered elsewhere.')}`);
    if (this.parts.reviews.unsentText(uri.path) === undefined) return [notice];
    return [
      textLens(`$(circle-slash)${gap}${t('Answered elsewhere. Your text wasn’t sent.')}`),
      command(commandIds.sendPlanWords, `$(send)${gap}${t('Send as Next Prompt')}`, uri),
      command(commandIds.copyPlanWords, `$(copy)${gap}${t('Copy')}`, uri),
      command(commandIds.discardPlanWords, `$(discard)${gap}${t('Discard')}`, uri),
    ];
  }

  private reason({ sessionId }: PlanDraft): string {
    const { board, control } = this.parts;
    const session = board.get(sessionId);
    const against = session && control.reasonAgainst(session.projectPath);
    if (against !== undefined) return against;
    const answered = session?.pendingRequest?.call?.fate === 'answered';
    return answered
      ? t('Answered. The session continues…')
      : t('Answer this plan in its terminal.');
  }
}

/** Creates a lens without a command. */
function textLens(title: string): vscode.Command {
  return { title, command: '' };
}
