import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { mutesOf } from '../../../shared/board/mutes';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Mute } from '../../../shared/protocol/windows';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import type { WindowConnection } from '../../link/windowConnection';
import { escapeIcons } from '../markdown';
import { warnOnError } from '../warnOnError';
import { muteEnd, muteName, type MuteTarget, muteTargets } from './muteText';

const hourMs = 3_600_000;
const messageMs = 4_000;

interface MuteItem extends vscode.QuickPickItem {
  readonly mutes: readonly Mute[];
}

/** Asks what to mute or unmute, and reports the result. */
export class MuteMenu {
  constructor(
    private readonly board: Pick<BoardModel, 'get'>,
    private readonly windowConnection: Pick<WindowConnection, 'mutes'>,
    private readonly hub: Calls<'mute'>,
  ) {}

  /** Mutes that are in effect now. */
  get current(): readonly Mute[] {
    return this.windowConnection.mutes;
  }

  /** True if notifications of the session are muted now. */
  isMuted(session: Pick<LiveSession, 'sessionId' | 'projectPath' | 'machine'>): boolean {
    return mutesOf(this.windowConnection.mutes, session, Date.now()).length > 0;
  }

  /** Offers to mute these sessions, their projects, or everything. */
  async mute(sessions: readonly LiveSession[]): Promise<void> {
    const targets = muteTargets(sessions);
    const items = targets.flatMap((target) => [
      item(target, undefined, '$(bell-slash)', t('until you unmute')),
      item(target, Date.now() + hourMs, '$(clock)', t('for an hour')),
    ]);
    const picked = await vscode.window.showQuickPick(items, {
      title: t('Mute Notifications'),
      placeHolder: t('Sessions stay on the board; only their notifications are turned off'),
      matchOnDescription: true,
    });
    if (picked !== undefined) await this.set(picked.mutes, true);
  }

  muteForAnHour(): Promise<void> {
    return this.set([{ scope: 'all', until: Date.now() + hourMs }], true);
  }

  /** Offers to remove a mute that applies to this session; without a session, any mute. */
  async unmute(session?: LiveSession): Promise<void> {
    const mutes =
      session === undefined
        ? this.current
        : mutesOf(this.windowConnection.mutes, session, Date.now());
    const [first, ...others] = mutes;
    if (first === undefined) {
      void vscode.window.showInformationMessage(t('No notifications are muted.'));
      return;
    }
    if (others.length === 0) return this.set([first], false);
    const items: MuteItem[] = mutes.map((mute) => ({
      label: `$(bell) ${escapeIcons(this.nameOf(mute))}`,
      description: muteEnd(mute),
      mutes: [mute],
    }));
    const picked = await vscode.window.showQuickPick(items, { title: t('Unmute Notifications') });
    if (picked !== undefined) await this.set(picked.mutes, false);
    return undefined;
  }

  private nameOf(mute: Mute): string {
    return muteName(mute, (sessionId) => this.board.get(sessionId));
  }

  private set(mutes: readonly Mute[], on: boolean): Promise<void> {
    return warnOnError(async () => {
      for (const mute of mutes) await this.hub.call('mute', { mute, on });
      const [first, ...others] = mutes;
      if (first === undefined) return;
      const targetName =
        others.length > 0 ? t('{0} sessions', mutes.length) : escapeIcons(this.nameOf(first));
      const message = on
        ? `$(bell-slash) ${t('Muted {0}: {1}', muteEnd(first), targetName)}`
        : `$(bell) ${t('Unmuted: {0}', targetName)}`;
      vscode.window.setStatusBarMessage(message, messageMs);
    });
  }
}

function item(
  { mutes, name }: MuteTarget,
  until: number | undefined,
  icon: string,
  description: string,
): MuteItem {
  const label = `${icon} ${escapeIcons(name)}`;
  const timed = until === undefined ? mutes : mutes.map((mute) => ({ ...mute, until }));
  return { label, description, mutes: timed };
}
