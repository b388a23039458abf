import { commandIds, viewIds } from '../../../src/extension/manifest';
import type { SessionAction } from '../../../src/shared/actions/action';
import type { Condition, RowFact } from '../../../src/shared/actions/facts';
import { sessionActions } from '../../../src/shared/actions/sessionActions';
import { rowClause } from './rowClause';

/** A row of a command or menu in `package.json`. */
interface Row {
  readonly command: string;
  readonly [field: string]: string;
}

export interface Contributions {
  readonly commands: readonly Row[];
  readonly menus: Readonly<Record<string, readonly Row[]>>;
}

const idOf = (name: string): string => `missionControl.${name}`;
const control = 'missionControl.control == on';
const enablements = { control, trust: 'isWorkspaceTrusted' };

const actionIds: ReadonlySet<string> = new Set(
  sessionActions.flatMap(({ command }) => (command === undefined ? [] : [idOf(command.id)])),
);
const otherIds: ReadonlySet<string> = new Set(
  Object.values(commandIds).filter((id) => !actionIds.has(id)),
);

/** The commands and menus of a manifest: what it says of other commands, then what the table of actions says. */
export function withActions({ commands, menus }: Contributions): Contributions {
  const others = (rows: readonly Row[]) => rows.filter(({ command }) => otherIds.has(command));
  const added = sessionActions.flatMap(menuRows);
  return {
    commands: [...others(commands), ...sessionActions.flatMap(commandRows)],
    menus: Object.fromEntries(
      [...new Set([...Object.keys(menus), ...added.map(({ menu }) => menu)])].map((name) => [
        name,
        [
          ...others(menus[name] ?? []),
          ...added.flatMap(({ menu, row }) => (menu === name ? [row] : [])),
        ],
      ]),
    ),
  };
}

function commandRows({ command }: SessionAction): readonly Row[] {
  if (command === undefined) return [];
  const { id, codicon, enablement } = command;
  return [
    {
      command: idOf(id),
      category: 'Mission Control',
      title: `%command.${id}%`,
      ...(codicon !== undefined && { icon: `$(${codicon})` }),
      ...(enablement !== undefined && { enablement: enablements[enablement] }),
    },
  ];
}

interface MenuRow {
  readonly menu: string;
  readonly row: Row;
}

function menuRows(action: SessionAction): readonly MenuRow[] {
  if (action.command === undefined) return [];
  const command = idOf(action.command.id);
  return [
    ...(action.palette === undefined
      ? [{ menu: 'commandPalette', row: { command, when: 'false' } }]
      : []),
    ...treeRows(action, command),
    ...(action.command.menus ?? []).map(({ menu, when, group }) => ({
      menu,
      row: { command, when, group },
    })),
  ];
}

function treeRows({ tree, when, needs }: SessionAction, command: string): readonly MenuRow[] {
  if (tree === undefined) return [];
  const condition = tree.when ?? (when as Condition<RowFact>);
  const row = (group: string, unless: readonly RowFact[] = []): MenuRow => {
    const clauses = [
      `view == ${viewIds.sessions}`,
      rowClause([...condition, ...unless.map((fact) => `!${fact}` as const)], tree.onSubagents),
      ...(needs === undefined ? [] : [control]),
    ];
    return { menu: 'view/item/context', row: { command, when: clauses.join(' && '), group } };
  };
  return [
    ...(tree.inline === undefined ? [] : [row(`inline@${tree.inline}`, tree.inlineUnless)]),
    row(tree.menu),
  ];
}
