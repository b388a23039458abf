import type { PullReaderKind } from '../../../shared/protocol/layers/pulls';
import type { WindowMessage } from '../../../shared/protocol/windows';
import { WindowStreams } from '../../util/windowStreams';
import { Emitter } from '../../util/emitter';
import type { PrivateFolder } from '../../util/files/privateFolder';
import type { Log } from '../../util/log';
import type { Windows } from '../attention/windows';
import type { PullSource } from '../layers/layerSources';
import type { LiveBoard } from '../board/liveBoard';
import { EditorPullReader } from './editorPullReader';
import { readPullWithGh, type GhPlace } from './ghPullReader';
import { KeptPulls } from './keptPulls';
import { Pulls } from './pulls';
import type { Handlers } from '../serve/callRouter';
import type { WindowListener } from '../serve/liveStream';
import { refusals } from '../serve/refusal';

export interface HubPullsParts {
  readonly folder: PrivateFolder;
  readonly log: Log;
  readonly board: Pick<LiveBoard, 'onDidChange'>;
  readonly windows: Pick<Windows, 'present'>;
  readonly send: (window: string, message: WindowMessage) => void;
  readonly onKeptError: (error: unknown) => void;
  /** Replaces the default locations of `gh`. */
  readonly gh?: Omit<GhPlace, 'folder'>;
}

/**
 * Adds the state of pull requests to the board. The settings of connected windows decide the
 * source: `gh` if one window selects it, otherwise a window with the editor's sign-in if one
 * selects that, otherwise none.
 */
export class HubPulls implements PullSource, WindowListener {
  private readonly connections = new WindowStreams();
  private readonly sources = new Map<string, PullReaderKind>();
  private readonly kept: KeptPulls;
  private readonly editor: EditorPullReader;
  private readonly pulls: Pulls;

  private readonly changes = new Emitter<string>();
  /** Fires with the id of a session whose pull requests have new data. */
  readonly onDidChange = this.changes.event;

  constructor(private readonly parts: HubPullsParts) {
    const { folder, log, board, send, onKeptError } = parts;
    this.kept = new KeptPulls(folder, onKeptError);
    this.editor = new EditorPullReader({ window: () => this.readingWindow(), send });
    this.pulls = new Pulls({
      kept: this.kept,
      read: {
        gh: (address) => readPullWithGh(address, { ...parts.gh, folder: folder.path }),
        editor: (address) => this.editor.read(address),
      },
      log,
    });
    board.onDidChange(({ changed, removed }) => this.pulls.update(changed, removed));
    this.pulls.onDidChange((url) => {
      for (const sessionId of this.pulls.sessionsOf(url)) this.changes.fire(sessionId);
    });
  }

  stateOf(url: string): ReturnType<PullSource['stateOf']> {
    const known = this.pulls.stateOf(url);
    if (known === undefined) return undefined;
    const { state, review, checks } = known;
    return { ...(state && { state }), ...(review && { review }), ...(checks && { checks }) };
  }

  get calls(): Handlers<'setPulls' | 'answerPull'> {
    return {
      setPulls: ({ window, way }) => {
        if (!this.connections.has(window)) return refusals.window;
        this.sources.set(window, way);
        this.updateSource();
        return undefined;
      },
      answerPull: async ({ window, order, answer }) =>
        (await this.editor.answer(window, order, answer)) ? undefined : refusals.late,
    };
  }

  load(): Promise<void> {
    return this.kept.load();
  }

  connect(window: string): void {
    this.connections.add(window);
  }

  disconnect(window: string): void {
    if (!this.connections.remove(window)) return;
    this.sources.delete(window);
    this.editor.giveUp(window);
    this.updateSource();
  }

  /** Resolves when all data is written to the disk. */
  async close(): Promise<void> {
    this.pulls.dispose();
    this.changes.dispose();
    this.editor.giveUp();
    await this.pulls.whenIdle();
    await this.kept.flush();
  }

  private updateSource(): void {
    const wanted = new Set(this.sources.values());
    const source = (['gh', 'editor'] as const).find((one) => wanted.has(one));
    this.pulls.setSource(source ?? 'off');
  }

  /** Returns the most recently focused window of those that offer the editor's sign-in. */
  private readingWindow(): string | undefined {
    const focusedAt = (window: string): number =>
      this.parts.windows.present.find(({ id }) => id === window)?.presence.focusedAt ?? -1;
    const candidates = [...this.sources].flatMap(([window, way]) =>
      way === 'editor' ? window : [],
    );
    return candidates.toSorted((a, b) => focusedAt(b) - focusedAt(a))[0];
  }
}
