import * as vscode from 'vscode';
import { t } from '../../shared/words/l10n';
import { commandIds, contextKeys, settingsPreviewScheme } from '../manifest';
import { type Disposable, DisposableStore } from '../util/lifetime';

/** A change to show as a diff, with its question. */
export interface AskedChange {
  readonly kind: 'install' | 'remove' | 'allow';
  /** Name of the settings file. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Title of the diff's tab. */
  readonly title: string;
  readonly question: string;
  /** Text of the confirming button. */
  readonly action: string;
  /** Notes for the person, one sentence each. */
  readonly doubts: readonly string[];
}

interface OpenQuestion {
  readonly change: AskedChange;
  readonly after: string;
  readonly settle: (yes: boolean) => void;
}

/**
 * Shows a change in the editor's diff and asks whether to make it: by buttons in the diff's title,
 * which are also in the palette, and by a notification, which Do Not Disturb hides. Closing the
 * diff declines.
 */
export class ShownChange implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly documents = new Map<string, string>();
  private asked: OpenQuestion | undefined;
  private count = 0;

  constructor() {
    this.lifetime.add(
      vscode.workspace.registerTextDocumentContentProvider(settingsPreviewScheme, {
        provideTextDocumentContent: (uri) => this.documents.get(uri.toString()) ?? '',
      }),
    );
    const answers = [
      [commandIds.installShownHooks, () => this.accept('install')],
      [commandIds.removeShownHooks, () => this.accept('remove')],
      [commandIds.addShownRule, () => this.accept('allow')],
      [commandIds.changeNothing, () => this.asked?.settle(false)],
    ] as const;
    for (const [id, run] of answers) {
      this.lifetime.add(vscode.commands.registerCommand(id, run));
    }
    this.lifetime.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        const { asked } = this;
        if (asked !== undefined && closed.some((tab) => isDiffOf(tab, asked.after))) {
          asked.settle(false);
        }
      }),
    );
  }

  /** False if the person declines, closes the diff, or another change is shown meanwhile. */
  async confirmChange(change: AskedChange): Promise<boolean> {
    this.asked?.settle(false);
    const number = ++this.count;
    const [before, after] = (['before', 'after'] as const).map((side) => {
      const path = `/${number}/${side}/${change.name}`;
      const uri = vscode.Uri.from({ scheme: settingsPreviewScheme, path });
      this.documents.set(uri.toString(), change[side]);
      return uri;
    }) as [vscode.Uri, vscode.Uri];
    try {
      const answer = new Promise<boolean>((settle) => {
        this.asked = { change, after: after.toString(), settle };
      });
      await setAsked(change.kind);
      await vscode.commands.executeCommand('vscode.diff', before, after, change.title, {
        preview: true,
      });
      void this.askInNotification(number, change);
      return await answer;
    } finally {
      if (number === this.count) {
        this.asked = undefined;
        await setAsked(undefined);
      }
      await closeDiff(after.toString());
      this.documents.delete(before.toString());
      this.documents.delete(after.toString());
    }
  }

  dispose(): void {
    this.asked?.settle(false);
    this.lifetime.dispose();
  }

  /**
   * Shows the doubts in a dialog, because a person who presses the title's button may not have seen
   * the notification.
   */
  private async accept(kind: AskedChange['kind']): Promise<void> {
    const { asked } = this;
    if (asked === undefined || asked.change.kind !== kind) return;
    const { question, action, doubts } = asked.change;
    if (doubts.length > 0) {
      const options = { modal: true, detail: doubts.join('\n') };
      const answer = await vscode.window.showWarningMessage(question, options, action);
      if (answer !== action) return;
    }
    asked.settle(true);
  }

  private async askInNotification(number: number, change: AskedChange): Promise<void> {
    const { question, doubts, action } = change;
    const show = doubts.length === 0 ? 'showInformationMessage' : 'showWarningMessage';
    const message = [question, ...doubts].join(' ');
    const answer = await vscode.window[show](message, action, t('Cancel'));
    if (number === this.count && this.asked !== undefined) this.asked.settle(answer === action);
    else if (answer === action) {
      void vscode.window.showInformationMessage(
        t('That change is no longer shown; run the command again to see it.'),
      );
    }
  }
}

function setAsked(kind: AskedChange['kind'] | undefined): Thenable<unknown> {
  return vscode.commands.executeCommand('setContext', contextKeys.askedChange, kind ?? '');
}

function isDiffOf({ input }: vscode.Tab, after: string): boolean {
  return input instanceof vscode.TabInputTextDiff && input.modified.toString() === after;
}

/** Closes the tabs of the diff, unless the person has already closed them. */
async function closeDiff(after: string): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(tabs.filter((tab) => isDiffOf(tab, after)));
}
