import { needsPerson, needsYouCounts, needsYouText } from '../../shared/board/needsYou';
import { blockedOf } from '../../shared/board/waiting';
import type { BoardModel } from '../link/boardModel';
import { listDocument, nextDocument, showDocument, statusDocument } from './documents';
import { findSessionById, NoSessionError } from './findSessionById';
import { inkFor, noInk, type TerminalInk } from './ink';
import { listLines, nextLines, showLines, statusLines } from './lines';
import { appendingOutput, screenOutput, type Terminal } from './output';
import { serveMcp } from './mcp/serve';
import { HubReader, NoHubError } from './readHub';
import { helpText, parseCommand, UsageError, type BoardCommand, type CliCommand } from './usage';
import { watchBoard } from './watch';

export const exitCodes = { nobodyWaits: 0, blocked: 1, noHub: 2, usage: 64, output: 74 } as const;

/** The parts of the process that the tool uses. */
export interface ToolEnvironment {
  readonly configHome: string;
  /** The person's home folder, shown as `~` in paths. */
  readonly home: string;
  /** Returns the working folder; throws if it was deleted. Only the `mcp` command needs it. */
  readonly folder: () => string;
  readonly env: NodeJS.ProcessEnv;
  readonly release: () => string;
  readonly stdout: Terminal;
  readonly stderr: Pick<Terminal, 'write'>;
  /** Ends a watch. */
  readonly signal: AbortSignal;
}

/** Runs one command; resolves with the exit code. */
export async function runTool(args: readonly string[], around: ToolEnvironment): Promise<number> {
  const { stderr } = around;
  try {
    return await runCommand(parseCommand(args), around);
  } catch (error) {
    if (error instanceof UsageError) {
      stderr.write(`${error.message}\n\n${helpText()}\n`);
      return exitCodes.usage;
    }
    if (!(error instanceof NoHubError || error instanceof NoSessionError)) throw error;
    stderr.write(`${error.message}\n`);
    return error instanceof NoHubError ? exitCodes.noHub : exitCodes.usage;
  }
}

async function runCommand(command: CliCommand, around: ToolEnvironment): Promise<number> {
  const { configHome, env, stdout, release } = around;
  switch (command.name) {
    case 'help':
      stdout.write(`${helpText()}\n`);
      return exitCodes.nobodyWaits;
    case 'version':
      stdout.write(`${release()}\n`);
      return exitCodes.nobodyWaits;
    case 'mcp':
      serveMcp(new HubReader(configHome), release(), around.folder());
      return exitCodes.nobodyWaits;
    default: {
      const ink = command.format === 'text' ? inkFor(stdout.isTTY, env) : noInk;
      if (command.watch) return watch(command, around, ink);
      const board = await new HubReader(configHome).board();
      const { text, isBlocked } = renderCommand(command, board, around.home, ink);
      stdout.write(`${text}\n`);
      return isBlocked ? exitCodes.blocked : exitCodes.nobodyWaits;
    }
  }
}

async function watch(
  command: BoardCommand,
  around: ToolEnvironment,
  ink: TerminalInk,
): Promise<number> {
  const { configHome, home, stdout, stderr, signal } = around;
  const isScreen = stdout.isTTY && command.format === 'text';
  const output = isScreen ? screenOutput(stdout) : appendingOutput(stdout);
  const reader = new HubReader(configHome);
  const watcher = {
    find: () => reader.find(),
    draw: (board: BoardModel) => output.print(renderCommand(command, board, home, ink).text),
    onMissing: (reason: string) =>
      void (isScreen ? output.print(reason) : stderr.write(`${reason}\n`)),
  };
  try {
    await watchBoard(watcher, signal);
  } finally {
    output.close();
  }
  return exitCodes.nobodyWaits;
}

/**
 * The output of a command, and whether the shown session, or any of the board, is blocked on a
 * person.
 */
function renderCommand(
  command: BoardCommand,
  board: BoardModel,
  home: string,
  ink: TerminalInk,
): { readonly text: string; readonly isBlocked: boolean } {
  const now = Date.now();
  const [next] = blockedOf(board);
  const { format } = command;
  const shown = (document: () => object, lines: () => readonly string[]): string =>
    format === 'json'
      ? JSON.stringify(document(), undefined, command.watch ? undefined : 2)
      : lines().join('\n');
  switch (command.name) {
    case 'status': {
      const line = (): readonly string[] => [statusLine(board)];
      const lines = format === 'line' ? line : () => statusLines(board, now, ink);
      return { text: shown(() => statusDocument(board), lines), isBlocked: next !== undefined };
    }
    case 'list': {
      const lines = (): readonly string[] => listLines(board, now, ink);
      return { text: shown(() => listDocument(board), lines), isBlocked: next !== undefined };
    }
    case 'next': {
      const lines = (): readonly string[] => nextLines(next, now, ink);
      return { text: shown(() => nextDocument(next), lines), isBlocked: next !== undefined };
    }
    case 'show': {
      const session = findSessionById(board.sessions, command.session, 'person');
      const lines = (): readonly string[] => showLines(session, board, now, home, ink);
      const text = shown(() => showDocument(session, now), lines);
      return { text, isBlocked: needsPerson(session) };
    }
  }
}

/**
 * The text for a status bar; empty while the hub is not connected, so that no outdated text is
 * shown.
 */
function statusLine({ connection, sessions }: BoardModel): string {
  return connection === 'offline' ? '' : needsYouText(needsYouCounts(sessions));
}
