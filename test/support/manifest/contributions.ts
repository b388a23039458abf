import { commandIds, viewIds } from '../../../src/extension/manifest';
import type { SessionAction } from '../../../src/shared/actions/action';
import type { Condition, RowFact } from '../../../src/shared/actions/facts';
import {
  sessionAction,
  sessionActions,
  type ActionId,
} from '../../../src/shared/actions/sessionActions';
import {
  isSubmenu,
  menuCondition,
  sessionMenu,
  type Submenu,
} from '../../../src/shared/actions/sessionMenu';
import { rowClause } from './rowClause';

/** An entry for a command, menu or submenu in `package.json`. */
interface Row {
  readonly [field: string]: string;
}

export interface Contributions {
  readonly commands: readonly Row[];
  readonly menus: Readonly<Record<string, readonly Row[]>>;
  readonly submenus?: readonly Row[];
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

/**
 * The manifest's commands and menus: entries of other commands unchanged, followed by those of the
 * table of actions.
 */
export function withActions({ commands, menus }: Contributions): Contributions {
  const others = (rows: readonly Row[]) => rows.filter(({ command = '' }) => otherIds.has(command));
  const added = [...sessionActions.flatMap(menuRows), ...sessionMenu.flatMap(partRows)];
  const names = [...new Set([...Object.keys(menus), ...added.map(({ menu }) => menu)])];
  const lists = names.map((name) => {
    const own = added.flatMap(({ menu, row }) => (menu === name ? [row] : []));
    return [name, [...others(menus[name] ?? []), ...own]] as const;
  });
  return {
    commands: [...others(commands), ...sessionActions.flatMap(commandRows)],
    menus: Object.fromEntries(lists.filter(([, rows]) => rows.length > 0)),
    submenus: submenus.map(({ id }) => ({ id: menuId(id), label: `%submenu.${id}%` })),
  };
}

const submenus = sessionMenu.flat().filter((entry) => typeof entry !== 'string');

function menuId(name: Submenu['id']): string {
  return idOf(`menu.${name}`);
}

const rowMenu = 'view/item/context';
const inTree = `view == ${viewIds.sessions}`;

/**
 * Entries of one part of the menu of tree rows. The editor hides a submenu without visible entries.
 */
function partRows(entries: (typeof sessionMenu)[number], part: number): readonly MenuRow[] {
  return entries.flatMap((entry, index): readonly MenuRow[] => {
    const group = groupOf(part, index);
    if (!isSubmenu(entry)) return treeRow(entry, rowMenu, group);
    const submenu = menuId(entry.id);
    return [
      { menu: rowMenu, row: { submenu, when: inTree, group } },
      ...entry.parts.flatMap((ids, place) =>
        ids.flatMap((id, order) => treeRow(id, submenu, groupOf(place, order))),
      ),
    ];
  });
}

/** The editor sorts groups by their names. */
function groupOf(part: number, index: number): string {
  return `${part + 1}_session@${index + 1}`;
}

function treeRow(id: ActionId, menu: string, group: string): readonly MenuRow[] {
  const action = sessionAction(id);
  if (action.tree === undefined || action.command === undefined) return [];
  const when = treeClause(action, menuCondition(action));
  return [{ menu, row: { command: idOf(action.command.id), when, group } }];
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
    ...paletteRows(action, command),
    ...inlineRows(action, command),
    ...(action.command.menus ?? []).map(({ menu, when, group }) => ({
      menu,
      row: { command, when, group },
    })),
  ];
}

/** Palette entries of a command; the palette always lists a command without an entry. */
function paletteRows({ palette }: SessionAction, command: string): readonly MenuRow[] {
  const listed = palette === undefined ? 'never' : palette.listed;
  if (listed === undefined) return [];
  const when = listed === 'never' ? 'false' : listed.when;
  return [{ menu: 'commandPalette', row: { command, when } }];
}

function inlineRows(action: SessionAction, command: string): readonly MenuRow[] {
  const { inline, inlineUnless = [] } = action.tree ?? {};
  if (inline === undefined) return [];
  const when = treeClause(
    action,
    inlineUnless.map((fact) => `!${fact}` as const),
  );
  return [{ menu: rowMenu, row: { command, when, group: `inline@${inline}` } }];
}

function treeClause({ tree, when, needs }: SessionAction, extra: Condition<RowFact>): string {
  const condition = tree?.when ?? (when as Condition<RowFact>);
  return [
    inTree,
    rowClause([...condition, ...extra], tree?.onSubagents),
    ...(needs === undefined ? [] : [control]),
  ].join(' && ');
}
