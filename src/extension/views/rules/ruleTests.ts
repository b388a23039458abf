import * as vscode from 'vscode';
import { lookOf } from '../../../shared/presentation';
import { labelOf, sessionTitle } from '../../../shared/board/sessionNames';
import type { RulesTest } from '../../../shared/protocol/layers/ruleReport';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { rulesReportScheme } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { LivePick, type RowItem } from '../livePick';
import { escapeIcons } from '../markdown';
import { joinParts, projectOf } from '../../../shared/board/texts/partTexts';
import { rulesReportText } from './rulesReportText';
import { problemsIn, type RuleSources } from './rulesSetting';

/** Maximum length in characters of a pasted output; rules examine less. */
const longestOutput = 90_000;

interface Item extends vscode.QuickPickItem {
  readonly sessionId?: string;
  readonly pasted?: true;
}

interface Subject extends RulesTest {
  readonly title: string;
}

/**
 * Tests the label rules on a session or a pasted output, and shows the result as a read-only
 * document.
 */
export class RuleTests implements vscode.TextDocumentContentProvider, Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.changes.event;
  private text = '';

  constructor(
    private readonly board: BoardModel,
    private readonly hub: Calls<'testRules'>,
    private readonly sources: RuleSources,
  ) {
    const { registerTextDocumentContentProvider } = vscode.workspace;
    this.lifetime.add(registerTextDocumentContentProvider(rulesReportScheme, this));
  }

  provideTextDocumentContent(): string {
    return this.text;
  }

  /**
   * Asks for a session or an output if none is given. Rejects with a sentence for the person if the
   * hub can't be reached.
   */
  async run(sessionId: string | undefined): Promise<void> {
    const subject =
      sessionId === undefined ? await this.chooseSubject() : this.subjectOf(sessionId);
    if (subject === undefined) return;
    const { title, ...request } = subject;
    const report = await this.hub.call('testRules', request);
    this.text = rulesReportText(title, report, problemsIn(this.sources));
    const uri = vscode.Uri.from({ scheme: rulesReportScheme, path: `/${t('Label rules')}.md` });
    this.changes.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private async chooseSubject(): Promise<Subject | undefined> {
    const pasted: Item = {
      label: `$(clippy) ${t('Output in the clipboard')}`,
      detail: t('What a command printed, copied from a terminal or a transcript'),
      pasted: true,
    };
    const picked = await this.choose(pasted);
    if (picked?.pasted === true) return this.askForCommand();
    return picked?.sessionId === undefined ? undefined : this.subjectOf(picked.sessionId);
  }

  /** Lets the person choose a session or the output. The list is updated when the board changes. */
  private async choose(pasted: Item): Promise<Item | undefined> {
    const pick = vscode.window.createQuickPick<RowItem<Item>>();
    const list = new LivePick<Item>(pick, {
      itemOf: (row) => row,
      keyOf: ({ sessionId, label }) => sessionId ?? label,
    });
    pick.title = t('Test Label Rules');
    pick.placeholder = t('Select the session to test the rules on');
    pick.matchOnDescription = true;
    const draw = (): void => list.draw([...this.sessionItems(), pasted]);
    draw();
    list.disposeWithList(this.board.onDidChange(draw));
    return (await list.show())?.row;
  }

  private sessionItems(): readonly Item[] {
    return this.board.sessions.map((session) => ({
      label: `$(${lookOf(session.agentState).codicon}) ${escapeIcons(sessionTitle(session))}`,
      description: escapeIcons(joinParts([labelOf(session), projectOf(session)])),
      sessionId: session.sessionId,
    }));
  }

  private async askForCommand(): Promise<Subject | undefined> {
    const output = (await vscode.env.clipboard.readText()).slice(-longestOutput);
    const command = await vscode.window.showInputBox({
      title: t('Test Label Rules'),
      prompt: t('The command that printed it'),
      ignoreFocusOut: true,
    });
    if (command === undefined) return undefined;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    const pasted = {
      command: command.slice(0, 4_096),
      output,
      ...(folder !== undefined && { folder }),
    };
    return { title: t('output in the clipboard'), pasted };
  }

  private subjectOf(sessionId: string): Subject {
    const session = this.board.get(sessionId);
    return { title: session === undefined ? sessionId : sessionTitle(session), sessionId };
  }
}
