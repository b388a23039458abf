import * as vscode from 'vscode';
import { choicesFor, type ActionCommand } from '../../../shared/actions/sessionActions';
import type { MarkTarget } from '../../../shared/protocol/marks';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { plainTitle } from '../../../shared/text/plainText';
import { parseGivenName, maxGivenName } from '../../../shared/text/givenName';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import type { SessionTarget } from '../../manifest';
import { LivePick, type RowItem } from '../livePick';
import { escapeIcons } from '../markdown';
import { warnOnError } from '../warnOnError';
import { pickSession } from '../pickSession';
import { sessionTitle } from '../../../shared/board/sessionNames';
import { agentLabelOf, projectOf } from '../../../shared/board/texts/partTexts';
import { namePrompt } from './namePrompt';
import { tagIcon } from './spot';
import { knownTags, ownTags, tagRows, type Tagged, type TagRow } from './tagRows';

export interface MarkMenuParts {
  readonly board: Pick<BoardModel, 'get' | 'sessions'>;
  readonly hub: Calls<'pin' | 'rename' | 'tag' | 'pastSession'>;
  /** Called after a session was renamed. */
  readonly renewed: (sessionId: string) => void;
}

type Marked = Pick<
  LiveSession,
  'sessionId' | 'agent' | 'title' | 'originalTitle' | 'projectPath' | 'projectName' | 'tags'
>;

type ProjectTarget = Extract<MarkTarget, { readonly scope: 'project' }>;

/** Pins, names and tags sessions and projects; asks the person for missing input. */
export class MarkMenu {
  constructor(private readonly parts: MarkMenuParts) {}

  async pin(targets: readonly SessionTarget[], on: boolean): Promise<void> {
    for (const { sessionId } of await this.chosen(targets, on ? 'pinSession' : 'unpinSession')) {
      const target = { scope: 'session', sessionId } as const;
      await warnOnError(() => this.parts.hub.call('pin', { target, on }));
    }
  }

  async togglePin(targets: readonly SessionTarget[]): Promise<void> {
    const chosen = await this.chosen(targets, 'togglePin');
    for (const target of chosen) {
      await this.pin([target], this.parts.board.get(target.sessionId)?.pinned !== true);
    }
  }

  async pinProject(targets: readonly SessionTarget[], on: boolean): Promise<void> {
    const target = await this.project(targets, on ? 'pinProject' : 'unpinProject');
    if (target === undefined) return;
    await warnOnError(() => this.parts.hub.call('pin', { target, on }));
  }

  async rename(targets: readonly SessionTarget[]): Promise<void> {
    const [target] = await this.chosen(targets, 'renameSession');
    if (target === undefined) return;
    await warnOnError(async () => {
      const session = await this.sessionOf(target);
      const name = await promptForName(session);
      if (name === undefined) return;
      await this.parts.hub.call('rename', { sessionId: session.sessionId, name });
      this.parts.renewed(session.sessionId);
    });
  }

  async tag(targets: readonly SessionTarget[]): Promise<void> {
    const chosen = await this.chosen(targets, 'tagSession');
    await warnOnError(async () => {
      const sessions = await Promise.all(chosen.map((one) => this.sessionOf(one)));
      const [first] = sessions;
      if (first === undefined) return;
      const tagged = sessions.map((session) => ({
        target: { scope: 'session', sessionId: session.sessionId } as const,
        tags: ownTags(session),
      }));
      const name = plainTitle(sessionTitle(first), 60);
      await this.pickTag(
        sessions.length > 1 ? t('Tags of {0} Sessions', sessions.length) : t('Tags of “{0}”', name),
        tagged,
      );
    });
  }

  async tagProject(targets: readonly SessionTarget[]): Promise<void> {
    const target = await this.project(targets, 'tagProject');
    if (target === undefined) return;
    await warnOnError(async () => {
      const session = this.parts.board.sessions.find((one) => isSame(projectTarget(one), target));
      const tags = (session?.tags ?? []).filter(({ project }) => project === true);
      const name = session === undefined ? plainTitle(target.path, 60) : projectOf(session);
      await this.pickTag(t('Tags of Project {0}', name), [{ target, tags }]);
    });
  }

  private async chosen(
    targets: readonly SessionTarget[],
    command: ActionCommand,
  ): Promise<readonly SessionTarget[]> {
    if (targets.length > 0) return targets;
    const picked = await pickSession(choicesFor(command, this.parts.board.sessions));
    return picked === undefined ? [] : [picked];
  }

  /** The session on the board, otherwise the past session, which the hub has. */
  private async sessionOf({ sessionId }: SessionTarget): Promise<Marked> {
    const { board, hub } = this.parts;
    return board.get(sessionId) ?? (await hub.call('pastSession', { sessionId }));
  }

  private async project(
    [target]: readonly SessionTarget[],
    command: ActionCommand,
  ): Promise<ProjectTarget | undefined> {
    const { board } = this.parts;
    if (target !== undefined) {
      const session = board.get(target.sessionId);
      return session === undefined || session.projectPath === ''
        ? undefined
        : projectTarget(session);
    }
    const projects = new Map<string, LiveSession>();
    for (const session of choicesFor(command, board.sessions)) {
      if (session.projectPath !== '') projects.set(JSON.stringify(projectTarget(session)), session);
    }
    if (projects.size === 0) {
      void vscode.window.showInformationMessage(t('There are no projects for this.'));
      return undefined;
    }
    const items = [...projects.values()].map((session) => ({
      label: escapeIcons(projectOf(session)),
      description: escapeIcons(plainTitle(session.projectPath, 120)),
      target: projectTarget(session),
    }));
    items.sort((a, b) => a.label.localeCompare(b.label));
    const picked = await vscode.window.showQuickPick(items, {
      placeHolder: t('Select a project'),
      matchOnDescription: true,
    });
    return picked?.target;
  }

  /** Resolves after a tag was added or removed, or the picker was closed. */
  private async pickTag(title: string, tagged: readonly Tagged[]): Promise<void> {
    const picker = vscode.window.createQuickPick<RowItem<TagRow>>();
    picker.title = escapeIcons(title);
    picker.placeholder = t('Choose a tag, or type a new one');
    const known = knownTags(this.parts.board.sessions);
    const list = new LivePick<TagRow>(picker, {
      itemOf,
      keyOf: ({ label }) => label,
      onPick: ({ row }) => row === undefined || row.kind === 'note',
    });
    const draw = (): void => {
      list.draw(tagRows(picker.value, known, tagged), picker.value);
    };
    list.disposeWithList(picker.onDidChangeValue(draw));
    draw();
    const row = (await list.show())?.row;
    if (row !== undefined && row.kind !== 'note') await this.set(row, tagged);
  }

  private async set(
    { tag, on }: Exclude<TagRow, { kind: 'note' }>,
    tagged: readonly Tagged[],
  ): Promise<void> {
    for (const { target } of tagged) await this.parts.hub.call('tag', { target, ...tag, on });
  }
}

/** The project of a session as the target of a mark. */
function projectTarget({ projectPath: path, machine }: LiveSession): ProjectTarget {
  return { scope: 'project', path, ...(machine !== undefined && { machine: machine.id }) };
}

function isSame(one: ProjectTarget, other: ProjectTarget): boolean {
  return one.path === other.path && one.machine === other.machine;
}

/** Shows an input box for a name; empty to restore the client's title, undefined if cancelled. */
async function promptForName(session: Marked): Promise<string | undefined> {
  const { title, originalTitle } = session;
  const own = plainTitle(originalTitle ?? title, 200);
  const isNamed = originalTitle !== undefined;
  // A title that is too long for a name is not prefilled, because a truncated title is a poor name.
  const value = isNamed || own.length <= maxGivenName ? plainTitle(title, maxGivenName) : '';
  const typed = await vscode.window.showInputBox({
    title: t('Rename Session'),
    value,
    placeHolder: own,
    prompt: namePrompt(agentLabelOf(session), isNamed ? own : undefined),
    validateInput(text) {
      const given = parseGivenName(text, maxGivenName);
      if ('name' in given || given.fault === 'empty') return undefined;
      return given.fault === 'long'
        ? t('A name has at most 80 characters.')
        : t('This name has a character that can’t be shown.');
    },
  });
  return typed?.trim() === own ? '' : typed;
}

function itemOf(row: TagRow): vscode.QuickPickItem {
  if (row.kind === 'note')
    return { label: row.label, iconPath: new vscode.ThemeIcon('info'), alwaysShow: true };
  return {
    label: escapeIcons(row.label),
    description: row.description,
    iconPath: tagIcon(row.tag.color, row.kind === 'known' && !row.on),
    alwaysShow: row.kind === 'new',
  };
}
