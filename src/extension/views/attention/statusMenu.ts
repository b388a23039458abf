import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { collisionBadge, gravestCollision } from '../../../shared/board/texts/collisionText';
import { lookOf } from '../../../shared/presentation';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { resumeStrandedText } from '../../../shared/words/strandedText';
import { commandIds, extensionId } from '../../manifest';
import { LivePick, type RowItem } from '../livePick';
import { escapeIcons } from '../markdown';
import { headlineOf, sessionTitle } from '../../../shared/board/sessionNames';
import { coarseAge, joinParts, projectOf, requestOf } from '../../../shared/board/texts/partTexts';
import { run } from '../typedCommands';

export interface MenuParts {
  /** Sessions blocked on a person, most urgent first. */
  readonly blocked: readonly LiveSession[];
  /** Sessions ready for a prompt, pinned ones first. */
  readonly ready: readonly LiveSession[];
  readonly isMuted: (session: LiveSession) => boolean;
  /** True if anything is muted. */
  readonly mutes: boolean;
  /** Number of active grants. */
  readonly grants: number;
  /** Number of stranded sessions that are offered for resuming. */
  readonly stranded: number;
}

interface MenuItem extends vscode.QuickPickItem {
  readonly run?: () => void;
  readonly sessionId?: string;
}

/** Maximum number of sessions in the menu; the board has all of them. */
const listedCount = 50;

const openTranscript: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('output'),
  get tooltip() {
    return t('Open Transcript');
  },
};
const goToTerminal: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('terminal'),
  get tooltip() {
    return t('Go to Terminal');
  },
};

/** The menu of the status bar item: the sessions that need a person, and actions. */
export async function showStatusMenu(parts: MenuParts): Promise<void> {
  const commands = new Set(await vscode.commands.getCommands(true));
  const picker = vscode.window.createQuickPick<RowItem<MenuItem>>();
  picker.title = 'Mission Control';
  picker.placeholder = t('Go to a session, or choose what to do');
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  const list = new LivePick<MenuItem>(picker, {
    itemOf: (row) => row,
    keyOf: ({ sessionId, label }) => sessionId ?? label,
  });
  list.draw([...sessionItems(parts), ...actionItems(parts, commands)]);
  const { row, button } = (await list.show()) ?? {};
  if (button === undefined) row?.run?.();
  else if (row?.sessionId !== undefined) {
    run(
      button === openTranscript ? commandIds.openTranscript : commandIds.goToTerminal,
      row.sessionId,
    );
  }
}

function sessionItems(parts: MenuParts): readonly MenuItem[] {
  const { blocked, ready } = parts;
  return [
    ...itemsOf(t('Needs You'), blocked.slice(0, listedCount), parts),
    ...itemsOf(t('Ready for a prompt'), ready.slice(0, listedCount), parts),
  ];
}

function itemsOf(
  heading: string,
  sessions: readonly LiveSession[],
  { isMuted }: MenuParts,
): readonly MenuItem[] {
  if (sessions.length === 0) return [];
  const now = Date.now();
  const items = sessions.map((session): MenuItem => {
    const { sessionId, agentState, stateSince } = session;
    const gravest = gravestCollision(session);
    const collides = gravest && collisionBadge(gravest).text;
    const muted = isMuted(session) ? t('muted') : undefined;
    return {
      label: `$(${lookOf(agentState).codicon}) ${escapeIcons(sessionTitle(session))}`,
      description: escapeIcons(
        joinParts([headlineOf(session), coarseAge(stateSince, now), collides, muted]),
      ),
      detail: escapeIcons(joinParts([projectOf(session), requestOf(session, 120)])),
      buttons: [openTranscript, goToTerminal],
      sessionId,
      run: () => run(commandIds.reviewRequest, sessionId),
    };
  });
  return [separator(heading), ...items];
}

function actionItems(
  { blocked, ready, mutes, stranded, grants }: MenuParts,
  commands: ReadonlySet<string>,
): readonly MenuItem[] {
  const needsNobody = blocked.length + ready.length === 0;
  const next = actionItem('arrow-right', t('Next Session That Needs You'), commandIds.nextSession);
  return [
    separator(needsNobody ? t('No session needs you') : ''),
    ...(needsNobody ? [] : [next]),
    ...(stranded > 0
      ? [actionItem('debug-continue', resumeStrandedText(stranded), commandIds.resumeStranded)]
      : []),
    ...(grants > 0
      ? [actionItem('watch', t('Allowed for a While ({0})…', grants), commandIds.showGrants)]
      : []),
    actionItem('dashboard', t('Open Board'), commandIds.openBoard),
    ...(commands.has(findSession) ? [actionItem('search', t('Find Session…'), findSession)] : []),
    actionItem('device-mobile', t('Connect Phone'), commandIds.connectPhone),
    actionItem('list-unordered', t('Manage Phones'), commandIds.managePhones),
    actionItem('vm', t('Manage Machines…'), commandIds.manageMachines),
    actionItem('bell-slash', t('Mute Notifications for an Hour'), commandIds.muteForAnHour),
    ...(mutes ? [actionItem('bell', t('Unmute Notifications…'), commandIds.unmute)] : []),
    { label: `$(gear) ${t('Settings')}`, run: openSettings },
    actionItem('output', t('Show Log'), commandIds.showLog),
  ];
}

const findSession = 'missionControl.findSession';

function actionItem(icon: string, name: string, id: string): MenuItem {
  return { label: `$(${icon}) ${name}`, run: () => void vscode.commands.executeCommand(id) };
}

function separator(label: string): MenuItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function openSettings(): void {
  void vscode.commands.executeCommand('workbench.action.openSettings', `@ext:${extensionId}`);
}
