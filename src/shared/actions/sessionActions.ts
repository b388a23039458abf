import type { LiveSession } from '../protocol/protocol';
import type { SessionAction } from './action';
import { isMet } from './facts';
import { pageRows } from './pageActions';
import { commandRows } from './rows/commands';

const rows = [...pageRows, ...commandRows] as const;
type Row = (typeof rows)[number];
type CommandRow = Extract<Row, { readonly command: object }>;

/** Every action on a session. */
export const sessionActions: readonly (SessionAction & { readonly id: ActionId })[] = rows;

export type ActionId = Row['id'];

/** Lucide names of the icons that pages show. */
export type ActionIcon = Extract<Row, { readonly icon: string }>['icon'];

/** Actions that pages perform themselves; the others are performed by the editor's command. */
export type OwnPageAction = Exclude<Extract<Row, { readonly icon: string }>['id'], SessionCommand>;

/** Ids of the editor's commands for sessions, without our prefix. */
export type ActionCommand = CommandRow['command']['id'];

/** Ids of the commands that pages may request, without our prefix. */
export type SessionCommand = Extract<
  CommandRow,
  { readonly command: { readonly page: true } }
>['command']['id'];

export const actionCommands: readonly ActionCommand[] = rows.flatMap((row) =>
  'command' in row ? [row.command.id] : [],
);

export const sessionCommands: readonly SessionCommand[] = rows.flatMap((row) =>
  'command' in row && 'page' in row.command ? [row.command.id] : [],
);

const byId: ReadonlyMap<string, SessionAction> = new Map(rows.map((row) => [row.id, row]));

export function sessionAction(id: ActionId): SessionAction {
  return byId.get(id)!;
}

const byCommand: ReadonlyMap<string, SessionAction> = new Map(
  rows.flatMap((row) => ('command' in row ? [[row.command.id, row]] : [])),
);

/** The action that a command of the editor runs. */
export function commandAction(command: ActionCommand): SessionAction {
  return byCommand.get(command)!;
}

/** Sessions to choose from if a command is called without one. */
export function choicesFor(
  command: ActionCommand,
  sessions: readonly LiveSession[],
): readonly LiveSession[] {
  const { when = [] } = commandAction(command).palette ?? {};
  const context = { now: Date.now(), mutes: [] };
  return sessions.filter((session) => isMet(when, session, context));
}

/** True if the hub may perform an action on a session; the check is the same for every caller. */
export function mayHubRun(id: ActionId, session: LiveSession): boolean {
  const { hub, when } = sessionAction(id);
  return isMet(hub ?? when, session, { now: Date.now(), mutes: [] });
}
