import { addressIn } from '../../../shared/protocol/machines/address';
import type { HistoryEntry } from '../../../shared/protocol/history';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { sessionTitle } from '../../../shared/board/sessionNames';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import {
  clientCommand,
  forkCommand,
  ResumeError,
  resumeCommand,
} from '../../agents/claude/run/resumeCommand';
import type { MachineLines } from './machineLines';
import { tabName } from './tabName';
import { remoteTerminal, type TerminalThere, type WantedThere } from './remoteTerminal';

/** Purpose of a terminal on another machine. */
export type TerminalPurpose = 'shell' | 'resume' | 'fork' | 'new';

export interface GoThereParts {
  readonly board: Pick<BoardModel, 'get'>;
  readonly hub: Calls<'pastSession'>;
  readonly lines: Pick<MachineLines, 'cardOf' | 'lineOf'>;
  readonly open: (name: string, terminal: TerminalThere) => void;
}

type Known = Pick<LiveSession | HistoryEntry, 'sessionId' | 'title' | 'projectPath'>;

/** The client's default command, because the user's setting applies only to this computer. */
const client = clientCommand(undefined);

/** Opens terminals on the machines of sessions that do not run here. */
export class RemoteTerminals {
  constructor(private readonly parts: GoThereParts) {}

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
    const session: Known | undefined =
      board.get(sessionId) ?? (await hub.call('pastSession', { sessionId }).catch(() => undefined));
    if (session === undefined && errand !== 'shell') {
      throw new ResumeError(t('This session has no transcript, so there is nothing to resume.'));
    }
    const wanted = wantedThere(errand, address.sessionId, session?.projectPath ?? '');
    const terminal = remoteTerminal(line, wanted);
    if (terminal === undefined) throw new ResumeError(t('No terminal can be opened there.'));
    const title = session === undefined || errand === 'shell' ? '' : sessionTitle(session);
    open(tabName([card.name, title].filter((one) => one !== '').join(': ')), terminal);
  }
}

function wantedThere(errand: TerminalPurpose, sessionId: string, folder: string): WantedThere {
  switch (errand) {
    case 'shell':
      return { folder, hint: hintOf(sessionId) };
    case 'resume':
      return { folder, command: resumeCommand(client, sessionId) };
    case 'fork':
      return { folder, command: forkCommand(client, sessionId) };
    case 'new':
      return { folder, command: client };
  }
}

/**
 * Explains how to resume the session. The command is not executed, because the session may still
 * run in another terminal there.
 */
function hintOf(sessionId: string): string {
  const command = resumeCommand(client, sessionId);
  return t('Once the session has ended in its own terminal, “{0}” resumes it here.', command);
}
