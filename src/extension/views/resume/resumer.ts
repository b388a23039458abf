import { stat } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { formatPath } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import { isRunning, isServed, isWithoutTerminal } from '../../../shared/presentation';
import { addressIn } from '../../../shared/protocol/machines/address';
import type { HistoryEntry } from '../../../shared/protocol/history';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { terminalHome } from '../../agents/claude/home/configHome';
import { findGitPlace } from '../../util/files/gitPlace';
import type { Event } from '../../util/emitter';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';
import { accountHomeOf, accountOf } from '../../../shared/board/accountHome';
import { sessionTitle } from '../../../shared/board/sessionNames';
import { joinParts } from '../../../shared/board/texts/partTexts';
import { isElsewhere } from '../machines/elsewhere';
import type { RemoteTerminals } from '../machines/remoteTerminals';
import { ResumeError } from '../../agents/commands';
import { jobCommand } from '../../agents/claude/run/resumeCommand';
import { requireCommands, requireWorktreeCommand } from './requireCommands';
import type { Unresumed } from './unresumed';
import { agentLabel } from '../../../shared/agents/agentLabels';

/** The part of a terminal that resuming uses. */
export interface SessionTerminal {
  show(): void;
  /** Types a line and submits it, once the shell is ready. */
  type(line: string): void;
  readonly onDidClose: Event<void>;
  /** Fires if the typed command failed; needs shell integration. */
  readonly onDidFail: Event<void>;
}

export interface TerminalOptions {
  readonly name: string;
  readonly cwd: string;
  /** Variables to set; null removes one. */
  readonly env: Readonly<Record<string, string | null>>;
}

/** The part of the editor that resuming uses. */
export interface ResumeEditor {
  readonly isTrusted: boolean;
  /** The user's setting, unchecked. */
  claudeCommand(): unknown;
  openTerminal(options: TerminalOptions): SessionTerminal;
  /**
   * Asks for the name of a worktree in the folder's repository. Empty if the client should choose
   * the name, undefined if cancelled.
   */
  askWorktreeName(folder: string): Promise<string | undefined>;
  /** Explains that a trusted workspace is required, and offers to manage trust. */
  offerTrust(): Promise<void>;
  /** Shows the message that the session is running, and offers to reveal it in the board. */
  showRunning(session: LiveSession, message: string): Promise<void>;
}

/**
 * Time in ms within which the client should appear as the session's process; the session counts as
 * starting for so long.
 */
const startingMs = 20_000;

interface Started {
  readonly terminal: SessionTerminal;
  readonly at: number;
}

type Titled = Pick<LiveSession, 'sessionId' | 'title' | 'agent'>;

/** Resumes sessions in terminals, each in its own folder; one that runs only if a server runs it. */
export class Resumer implements Disposable {
  private readonly started = new Map<string, Started>();
  private readonly subscriptions = new Set<Disposable>();

  constructor(
    private readonly editor: ResumeEditor,
    private readonly board: BoardModel,
    private readonly hub: Calls<'pastSession'>,
    /** This window's own config home. */
    private readonly configHome: string,
    /** Ends the runner of a session without a terminal; false if the person declines. */
    private readonly takeOver: (session: LiveSession) => Promise<boolean>,
    /** Opens terminals on other machines for their sessions. */
    private readonly there: Pick<RemoteTerminals, 'open'>,
  ) {}

  dispose(): void {
    for (const one of this.subscriptions) one.dispose();
  }

  /**
   * Resumes a session, or takes over one without a terminal. Rejects with a `ResumeError` if that
   * is impossible.
   */
  async resume(sessionId: string): Promise<void> {
    if (!(await this.isReady())) return undefined;
    if (isElsewhere(this.board, sessionId)) return this.resumeThere(sessionId);
    this.requireAccount(sessionId);
    const result = await this.startOrShow(sessionId);
    return result === 'running' ? this.showRunning(sessionId) : undefined;
  }

  /**
   * True if this window can start sessions. In an untrusted workspace, explains that and resolves
   * with false. Rejects without a connection to the hub, because it is then unknown which sessions
   * run.
   */
  async isReady(): Promise<boolean> {
    if (!this.editor.isTrusted) {
      await this.editor.offerTrust();
      return false;
    }
    if (this.board.connection === 'live') return true;
    throw new ResumeError(
      t(
        'Mission Control is reconnecting and doesn’t know yet whether the session is running. Try again in a moment.',
      ),
    );
  }

  /**
   * Resumes several sessions as `resume` does, and skips those that run. A failure does not stop
   * the others. Resolves with the failures after all have been tried.
   */
  async resumeAll(sessions: readonly Titled[]): Promise<readonly Unresumed[]> {
    if (!(await this.isReady())) return [];
    const outcomes: Promise<Unresumed | undefined>[] = [];
    for (const session of sessions) {
      if (this.isRunning(session.sessionId)) continue;
      try {
        const result = await this.startOrShow(session.sessionId);
        if (typeof result === 'object') outcomes.push(this.outcomeOf(session, result));
      } catch (error) {
        const reason = error instanceof ResumeError ? error.brief : String(error);
        outcomes.push(Promise.resolve({ title: sessionTitle(session), reason }));
      }
    }
    return (await Promise.all(outcomes)).filter((one) => one !== undefined);
  }

  /** Throws if the session's account can't say whether the session runs. */
  private requireAccount(sessionId: string): void {
    const account = accountOf(this.board.summary, sessionId);
    if (account === undefined || account.status === 'connected') return;
    throw new ResumeError(
      t(
        'The account {0} can’t be reached right now. Try again when it is back.',
        plainTitle(account.name, 60),
      ),
    );
  }

  /**
   * Resumes a session on another machine. The client there finds the transcript; the board knows
   * whether the session runs.
   */
  private async resumeThere(sessionId: string): Promise<void> {
    const held = this.board.get(sessionId);
    if (held !== undefined && isWithoutTerminal(held)) {
      if (!(await this.takeOver(held))) return undefined;
    }
    if (this.isRunning(sessionId, isServed)) return this.showRunning(sessionId);
    return this.there.open(sessionId, 'resume');
  }

  /**
   * Starts a session's terminal, or shows the one that was opened before. Undefined if the person
   * declined to end the session's runner.
   */
  private async startOrShow(sessionId: string): Promise<Started | 'running' | undefined> {
    const own = this.showOwn(sessionId);
    if (own !== undefined) return own;
    const held = this.board.get(sessionId);
    const isHeld = held !== undefined && isWithoutTerminal(held);
    if (held?.background !== undefined) {
      const attach = jobCommand(this.editor.claudeCommand(), held.background.jobId);
      return this.start(held, await existingFolder(held), attach);
    }
    if (!isHeld && this.isRunning(sessionId, isServed)) return 'running';
    const entry = isHeld
      ? held
      : await this.hub.call('pastSession', { sessionId }).catch(() => undefined);
    if (entry === undefined) {
      throw new ResumeError(
        t('This session has no transcript, so there is nothing to resume.'),
        t('no transcript'),
      );
    }
    const command = requireCommands(entry).resume(
      this.editor.claudeCommand(),
      idAtClient(sessionId),
    );
    const cwd = await existingFolder(entry);
    if (isHeld && !(await this.takeOver(held))) return undefined;
    // The session may have been started meanwhile, by a second click or in another window.
    const started = this.showOwn(sessionId);
    if (started !== undefined) return started;
    return this.isRunning(sessionId, isServed) ? 'running' : this.start(entry, cwd, command);
  }

  /**
   * Resolves with the failure if the typed command fails; with undefined once the session runs, the
   * terminal was closed, or `startingMs` have passed.
   */
  private outcomeOf(
    { sessionId, ...session }: Titled,
    { terminal }: Started,
  ): Promise<Unresumed | undefined> {
    return new Promise((resolve) => {
      const watching = new DisposableStore();
      this.subscriptions.add(watching);
      const end = (outcome?: Unresumed): void => {
        this.subscriptions.delete(watching);
        watching.dispose();
        resolve(outcome);
      };
      const timer = setTimeout(end, startingMs);
      watching.add(toDisposable(() => clearTimeout(timer)));
      const checkRunning = (): void => {
        if (this.isRunning(sessionId)) end();
      };
      watching.add(this.board.onDidChange(checkRunning));
      watching.add(terminal.onDidClose(() => end()));
      const reason = t('{0} didn’t start', agentLabel(session.agent));
      watching.add(terminal.onDidFail(() => end({ title: sessionTitle(session), reason })));
      checkRunning();
    });
  }

  /**
   * Starts a new session with a copy of the session's conversation; the original is not affected.
   * Rejects as `resume` does.
   */
  async fork(sessionId: string): Promise<void> {
    if (!this.editor.isTrusted) return this.editor.offerTrust();
    if (isElsewhere(this.board, sessionId)) return this.there.open(sessionId, 'fork');
    this.requireAccount(sessionId);
    const entry = await this.hub.call('pastSession', { sessionId }).catch(() => undefined);
    if (entry === undefined) {
      throw new ResumeError(t('This session has no transcript, so there is nothing to fork.'));
    }
    const command = requireCommands(entry).fork(this.editor.claudeCommand(), idAtClient(sessionId));
    const cwd = await existingFolder(entry);
    this.open(sessionId, t('Fork of {0}', sessionTitle(entry)), cwd, command);
    return undefined;
  }

  /** Starts a new session in this session's folder. Rejects as `resume` does. */
  async startNew(sessionId: string): Promise<void> {
    if (!this.editor.isTrusted) return this.editor.offerTrust();
    if (isElsewhere(this.board, sessionId)) return this.there.open(sessionId, 'new');
    const session = await this.known(sessionId);
    const command = requireCommands(session).start(this.editor.claudeCommand());
    const cwd = await existingFolder(session);
    this.open(sessionId, path.basename(cwd), cwd, command);
    return undefined;
  }

  /** Starts a new session in a worktree that the client creates. Rejects as `resume` does. */
  async startInWorktree(sessionId: string): Promise<void> {
    if (!this.editor.isTrusted) return this.editor.offerTrust();
    if (isElsewhere(this.board, sessionId)) {
      throw new ResumeError(
        t(
          'A worktree can’t be made on another machine from here. “New Session Here” starts in its folder.',
        ),
      );
    }
    const session = await this.known(sessionId);
    const startInWorktree = requireWorktreeCommand(session);
    const cwd = await existingFolder(session);
    if ((await findGitPlace(cwd)) === undefined) {
      throw new ResumeError(
        t(
          'Worktrees need a git repository, and {0} isn’t in one. Run git init there first.',
          shownFolder(cwd),
        ),
      );
    }
    const name = await this.editor.askWorktreeName(cwd);
    if (name === undefined) return undefined;
    const title = name === '' ? path.basename(cwd) : name;
    this.open(sessionId, title, cwd, startInWorktree(this.editor.claudeCommand(), name));
    return undefined;
  }

  private async known(sessionId: string): Promise<Pick<HistoryEntry, 'projectPath' | 'agent'>> {
    const session =
      this.board.get(sessionId) ??
      (await this.hub.call('pastSession', { sessionId }).catch(() => undefined));
    return session ?? { projectPath: '' };
  }

  /**
   * Shows the session's terminal if this window opened one and the session runs or is starting in
   * it.
   */
  private showOwn(sessionId: string): Started | undefined {
    const own = this.started.get(sessionId);
    if (own === undefined) return undefined;
    const isStarting = Date.now() - own.at < startingMs;
    if (!isStarting && !this.isRunning(sessionId)) return undefined;
    own.terminal.show();
    return own;
  }

  private isRunning(sessionId: string, isIgnored: typeof isServed = () => false): boolean {
    const session = this.board.get(sessionId);
    return session !== undefined && isRunning(session) && !isIgnored(session);
  }

  private start(
    entry: Pick<HistoryEntry, 'sessionId' | 'title'>,
    cwd: string,
    command: string,
  ): Started {
    const { sessionId } = entry;
    const terminal = this.open(sessionId, sessionTitle(entry), cwd, command);
    const started = { terminal, at: Date.now() };
    this.started.set(sessionId, started);
    const closed = terminal.onDidClose(() => {
      if (this.started.get(sessionId)?.terminal === terminal) this.started.delete(sessionId);
      this.subscriptions.delete(closed);
      closed.dispose();
    });
    this.subscriptions.add(closed);
    return started;
  }

  /** Opens a terminal with the config home of the session's account, and types the command. */
  private open(sessionId: string, title: string, cwd: string, command: string): SessionTerminal {
    const terminal = this.editor.openTerminal({
      // The tab of a terminal would render `$(icon)`.
      name: plainTitle(title, 40).replaceAll('$(', '$ ('),
      cwd,
      env: terminalHome(accountHomeOf(this.board.summary, sessionId) ?? this.configHome),
    });
    terminal.show();
    terminal.type(command);
    return terminal;
  }

  private async showRunning(sessionId: string): Promise<void> {
    const session = this.board.get(sessionId);
    if (session === undefined) return undefined;
    const folder = shownFolder(session.projectPath);
    const place = joinParts(
      [
        session.pid === undefined ? undefined : t('process {0}', session.pid),
        folder === '' ? undefined : t('in {0}', folder),
      ],
      ', ',
    );
    const title = sessionTitle(session);
    const message =
      place === ''
        ? t('“{0}” is already running.', title)
        : t('“{0}” is already running: {1}.', title, place);
    return this.editor.showRunning(session, message);
  }
}

/** The id by which the client knows the session. */
function idAtClient(sessionId: string): string {
  return addressIn(sessionId)?.sessionId ?? sessionId;
}

async function existingFolder({ projectPath }: Pick<HistoryEntry, 'projectPath'>): Promise<string> {
  if (projectPath === '' || !path.isAbsolute(projectPath)) {
    throw new ResumeError(t('The folder of this session is unknown.'), t('the folder is unknown'));
  }
  const found = await stat(projectPath).catch(() => undefined);
  if (found?.isDirectory() === true) return projectPath;
  throw new ResumeError(
    t(
      'The folder of this session no longer exists: {0}. Restore it to continue there.',
      shownFolder(projectPath),
    ),
    t('the folder no longer exists'),
  );
}

function shownFolder(folder: string): string {
  return plainTitle(formatPath(folder, os.homedir()), 200);
}
