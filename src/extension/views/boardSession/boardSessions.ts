import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { formatPath } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { plainLine } from '../../../shared/text/plainText';
import type { RunnerJob, RunnerKey, StartMode } from '../../../shared/protocol/runner';
import type { BoardModel } from '../../link/boardModel';
import { clientCommand } from '../../agents/claude/run/resumeCommand';

/** A session that a person wants to start. */
export interface NewSession {
  readonly folder: string;
  readonly mode: StartMode | undefined;
  readonly prompt: string;
  /** Name of a worktree that the client creates for it; if empty, the client chooses a name. */
  readonly worktree?: string | undefined;
}

interface BoardSessionsParts {
  readonly board: Pick<BoardModel, 'get' | 'connection' | 'onDidChange'>;
  readonly control: { reasonAgainst(projectPath: string): string | undefined };
  readonly isTrusted: () => boolean;
  /** The user's setting, unchecked. */
  readonly claudeCommand: () => unknown;
  readonly configHome: string;
  readonly home: string;
  /** Creates the key with which the hub authenticates the session's runner. */
  readonly runnerKey: (sessionId: string) => Promise<RunnerKey>;
  /**
   * Resolves when the session has received its first prompt; rejects with a sentence for the
   * person.
   */
  readonly startRunner: (job: RunnerJob) => Promise<void>;
  /** Scrolls the board to the session's card. */
  readonly reveal: (sessionId: string) => void;
}

/** Maximum time in ms to wait for the card of a new session. */
const shownMs = 5_000;

/** Starts sessions without a terminal, which a person uses through their cards. */
export class BoardSessions {
  constructor(private readonly parts: BoardSessionsParts) {}

  /**
   * Why this window can't start sessions; undefined if it can. It is checked before the form is
   * shown. A missing connection is ignored, because it is needed only when the form is submitted
   * and is usually back by then.
   */
  get reasonAgainst(): string | undefined {
    const { board, control, isTrusted } = this.parts;
    if (!isTrusted()) {
      return t('This workspace isn’t trusted, so no session can be started from here.');
    }
    if (board.connection === 'off') return t('Mission Control is turned off.');
    // Without control, nobody could answer the session's requests.
    return control.reasonAgainst('');
  }

  /** Starts a session and shows its card. Rejects with a sentence for the person. */
  async start(wanted: NewSession): Promise<void> {
    const sessionId = randomUUID();
    await this.startAs(sessionId, wanted);
    if (await this.isShown(sessionId)) this.parts.reveal(sessionId);
  }

  /** Starts a session under that id. Rejects as `startRunner` does. */
  async startAs(sessionId: string, { folder, mode, prompt, worktree }: NewSession): Promise<void> {
    const { control, claudeCommand, configHome, home, runnerKey, startRunner } = this.parts;
    const against = this.reasonAgainst ?? this.reasonOfConnection ?? control.reasonAgainst(folder);
    if (against !== undefined) throw new Error(against);
    const command = clientCommand(claudeCommand());
    if ((await stat(folder).catch(() => undefined))?.isDirectory() !== true) {
      const shown = plainLine(formatPath(folder, home), 200);
      throw new Error(t('The folder no longer exists: {0}.', shown));
    }
    const key = await runnerKey(sessionId);
    const job = { configHome, command, folder, sessionId, resume: false, prompt, key };
    await startRunner({
      ...job,
      ...(mode !== undefined && { mode }),
      ...(worktree !== undefined && { worktree }),
    });
  }

  private get reasonOfConnection(): string | undefined {
    return this.parts.board.connection === 'live'
      ? undefined
      : t('Mission Control is reconnecting; try again in a moment.');
  }

  private isShown(sessionId: string): Promise<boolean> {
    const { board } = this.parts;
    return new Promise((resolve) => {
      const done = (isShown: boolean): void => {
        clearTimeout(timer);
        changes.dispose();
        resolve(isShown);
      };
      const timer = setTimeout(() => done(false), shownMs);
      const changes = board.onDidChange(() => {
        if (board.get(sessionId) !== undefined) done(true);
      });
      if (board.get(sessionId) !== undefined) done(true);
    });
  }
}
