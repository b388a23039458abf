import { agentLabel } from '../../../shared/agents/agentLabels';
import { addressIn } from '../../../shared/protocol/machines/address';
import type { HistoryEntry } from '../../../shared/protocol/history';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { sessionTitle } from '../../../shared/board/sessionNames';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { commandsOf } from '../../agents/agents';
import { ResumeError } from '../../agents/commands';
import type { MachineLines } from './machineLines';
import { tabName } from './tabName';
import {
  remoteTerminal,
  type RemoteTerminalProgram,
  type RemoteTerminalRequest,
} from './remoteTerminal';

/** Purpose of a terminal on another machine. */
export type TerminalPurpose = 'shell' | 'resume' | 'fork' | 'new';

export interface RemoteTerminalsParts {
  readonly board: Pick<BoardModel, 'get'>;
  readonly hub: Calls<'pastSession'>;
  readonly lines: Pick<MachineLines, 'cardOf' | 'lineOf'>;
  readonly open: (name: string, terminal: RemoteTerminalProgram) => void;
}

type TerminalSession = Pick<
  LiveSession | HistoryEntry,
  'sessionId' | 'title' | 'projectPath' | 'agent'
>;

/** Opens terminals on the machines of sessions that do not run here. */
export class RemoteTerminals {
  constructor(private readonly parts: RemoteTerminalsParts) {}

  /**
   * Opens a terminal for the session. Rejects with a `ResumeError` if the machine can't be reached
   * from here.
   */
  async open(sessionId: string, errand: TerminalPurpose): Promise<void> {
    const { board, hub, lines, open } = this.parts;
    const address = addressIn(sessionId);
    const card = lines.cardOf(sessionId);
    const line = lines.lineOf(sessionId);
    if (address === undefined || card === undefined || line === undefined) {
      throw new ResumeError(
        t(
          'This window doesn’t know the way to the machine of this session: it isn’t in its settings.',
        ),
      );
    }
    const session: TerminalSession | undefined =
      board.get(sessionId) ?? (await hub.call('pastSession', { sessionId }).catch(() => undefined));
    if (session === undefined && errand !== 'shell') {
      throw new ResumeError(t('This session has no transcript, so there is nothing to resume.'));
    }
    const wanted = terminalRequestFor(errand, address.sessionId, session);
    const terminal = remoteTerminal(line, wanted);
    if (terminal === undefined) throw new ResumeError(t('No terminal can be opened there.'));
    const title = session === undefined || errand === 'shell' ? '' : sessionTitle(session);
    open(tabName([card.name, title].filter((one) => one !== '').join(': ')), terminal);
  }
}

function terminalRequestFor(
  errand: TerminalPurpose,
  sessionId: string,
  session: TerminalSession | undefined,
): RemoteTerminalRequest {
  const folder = session?.projectPath ?? '';
  const commands = commandsOf(session ?? {});
  if (commands === undefined) {
    if (errand === 'shell') return { folder };
    throw new ResumeError(
      t('{0} sessions can’t be resumed or forked here.', agentLabel(session?.agent)),
    );
  }
  // The person's own command applies only to this computer.
  switch (errand) {
    case 'shell':
      return { folder, hint: hintOf(commands.resume(undefined, sessionId)) };
    case 'resume':
      return { folder, command: commands.resume(undefined, sessionId) };
    case 'fork':
      return { folder, command: commands.fork(undefined, sessionId) };
    case 'new':
      return { folder, command: commands.start(undefined) };
  }
}

/**
 * Explains how to resume the session. The command is not executed, because the session may still
 * run in another terminal there.
 */
function hintOf(command: string): string {
  return t('Once the session has ended in its own terminal, “{0}” resumes it here.', command);
}
