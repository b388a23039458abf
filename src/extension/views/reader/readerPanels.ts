import * as vscode from 'vscode';
import * as z from '../../../shared/protocol/schema';
import { t } from '../../../shared/words/l10n';
import { type ReaderTarget, readerTargetSchema } from '../../../shared/messages/readerMessages';
import { type SessionTarget, viewIds } from '../../manifest';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableSlot, DisposableStore } from '../../util/lifetime';
import { watchOrphanedTabs } from '../board/orphanedTabs';
import { ReaderPage, sessionTarget, type ReaderParts } from './readerPage';

/** The part of a page's stored state that the panel reads. */
const stateSchema = z.lazyObject(() => ({
  target: readerTargetSchema,
  kept: z.optional(z.boolean()),
}));

/**
 * The open transcripts. As with files, a preview tab shows the last opened transcript until the
 * person keeps it.
 */
export class ReaderPanels implements Disposable, vscode.WebviewPanelSerializer {
  private readonly lifetime = new DisposableStore();
  private readonly open = new Set<OpenReader>();
  private readonly changes = this.lifetime.add(new Emitter<void>());
  /** Fires when the visible transcripts change. */
  readonly onDidChangeShown = this.changes.event;

  constructor(private readonly parts: ReaderParts) {
    this.lifetime.add(vscode.window.registerWebviewPanelSerializer(viewIds.readerPanel, this));
    // Tabs of a crashed extension host are only closed: which transcript one shows is stored in its
    // page.
    this.lifetime.add(
      watchOrphanedTabs(
        viewIds.readerPanel,
        () => [...this.open].map(({ panel }) => panel),
        (tab) => void vscode.window.tabGroups.close(tab, true),
      ),
    );
  }

  dispose(): void {
    for (const reader of this.open) reader.dispose();
    this.lifetime.dispose();
  }

  show(target: SessionTarget): void {
    const { quote, ...rest } = target;
    this.openFor(rest, quote, undefined);
  }

  /** The transcript in the active editor. */
  get front(): SessionTarget | undefined {
    const target = [...this.open].find(({ panel }) => panel.active)?.target;
    return target && sessionTarget(target);
  }

  /** Sessions whose own transcripts are visible; those of subagents do not count. */
  get shownSessions(): readonly string[] {
    return [...this.open].flatMap(({ panel, target }) =>
      panel.visible && target?.agentId === undefined && target !== undefined
        ? [target.sessionId]
        : [],
    );
  }

  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const known = stateSchema.safeParse(state);
    if (!known.success) {
      panel.dispose();
      return Promise.resolve();
    }
    const reader = this.attach(panel);
    reader.kept = known.data.kept === true;
    reader.load(known.data.target, undefined);
    return Promise.resolve();
  }

  private openFor(
    target: ReaderTarget,
    quote: string | undefined,
    from: OpenReader | undefined,
  ): void {
    const readers = [...this.open];
    const shown = readers.find((reader) => reader.shows(target));
    const reader =
      shown ??
      readers.find((one) => !one.kept && one !== from) ??
      this.attach(
        vscode.window.createWebviewPanel(
          viewIds.readerPanel,
          t('Transcript'),
          vscode.ViewColumn.Active,
        ),
      );
    if (shown === undefined) reader.load(target, quote);
    else if (quote !== undefined) shown.lookFor(quote);
    reader.panel.reveal();
    this.changes.fire();
  }

  private attach(panel: vscode.WebviewPanel): OpenReader {
    const media = (name: string) => vscode.Uri.joinPath(this.parts.extensionUri, 'media', name);
    panel.iconPath = { light: media('transcript-light.svg'), dark: media('transcript-dark.svg') };
    const reader = new OpenReader(panel, this.parts, (target) =>
      this.openFor(target, undefined, reader),
    );
    this.open.add(reader);
    panel.onDidChangeViewState(() => this.changes.fire());
    panel.onDidDispose(() => {
      this.open.delete(reader);
      reader.dispose();
      this.changes.fire();
    });
    return reader;
  }
}

/**
 * A panel with its transcript. The panel is not disposed when the window closes, so that the editor
 * restores it.
 */
class OpenReader implements Disposable {
  private readonly page = new DisposableSlot<ReaderPage>();
  /** True if the tab must not be reused for another transcript. */
  kept = false;

  constructor(
    readonly panel: vscode.WebviewPanel,
    private readonly parts: ReaderParts,
    private readonly openBeside: (target: ReaderTarget) => void,
  ) {}

  get target(): ReaderTarget | undefined {
    return this.page.value?.target;
  }

  shows({ sessionId, agentId }: ReaderTarget): boolean {
    return this.target?.sessionId === sessionId && this.target.agentId === agentId;
  }

  load(target: ReaderTarget, quote: string | undefined): void {
    const owner = {
      keep: (kept: boolean) => (this.kept = kept),
      openBeside: this.openBeside,
    };
    this.page.value = new ReaderPage(this.panel, target, this.parts, owner, this.kept, quote);
  }

  lookFor(quote: string): void {
    this.page.value?.lookFor(quote);
  }

  dispose(): void {
    this.page.dispose();
  }
}
