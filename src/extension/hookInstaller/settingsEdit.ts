import { getNodeValue, type Node } from 'jsonc-parser';
import { isDeepStrictEqual } from 'node:util';
import type { CommandHook } from './hookCommand';
import { appendChild, removeChild, replaceNode, textStyle } from './jsonText';
import { eventNodes, isBlank, ourHooks, parseSettings, propertyNode } from './settingsTree';
import type { OurHook } from './settingsTree';

/**
 * Adds and renews our hooks, drops ours that are no longer wanted, and changes nothing else.
 * `keptEmpty` names containers (`hooks`, `hooks.Stop`) that were there, empty, before any of ours.
 */
export function installHooks(
  before: string,
  wanted: ReadonlyMap<string, CommandHook>,
  keptEmpty: ReadonlySet<string> = new Set(),
): string {
  const style = textStyle(before);
  let text = before;
  if (isBlank(before)) text = `${before.startsWith('\uFEFF') ? '\uFEFF' : ''}{}${style.eol}`;
  for (const [event, hook] of wanted) {
    const root = parseSettings(text);
    const present = ourHooks(root).find((found) => found.event === event);
    if (present !== undefined) {
      if (!isDeepStrictEqual(present.hook, hook)) {
        text = replaceNode(text, present.node, hook, style);
      }
      continue;
    }
    const group = { hooks: [hook] };
    const hooks = propertyNode(root, 'hooks');
    const groups = propertyNode(hooks, event);
    if (groups !== undefined) text = appendChild(text, groups, group, style);
    else if (hooks !== undefined) text = appendChild(text, hooks, [group], style, event);
    else text = appendChild(text, root, { [event]: [group] }, style, 'hooks');
  }
  const isSurplus = ({ event }: OurHook, index: number, ours: readonly OurHook[]): boolean =>
    !wanted.has(event) || ours.findIndex((other) => other.event === event) < index;
  return removeOurs(text, (ours) => ours.filter(isSurplus), keptEmpty);
}

/** Takes out what is ours; `keptEmpty` as for an install. */
export function removeHooks(before: string, keptEmpty: ReadonlySet<string> = new Set()): string {
  return isBlank(before) ? before : removeOurs(before, (ours) => ours, keptEmpty);
}

/** Our hooks as they stand, by event. */
export function installedHooks(text: string): ReadonlyMap<string, readonly unknown[]> {
  const installed = new Map<string, readonly unknown[]>();
  for (const { event, hook } of isBlank(text) ? [] : ourHooks(parseSettings(text))) {
    installed.set(event, [...(installed.get(event) ?? []), hook]);
  }
  return installed;
}

/** The containers that `removeHooks` has to leave even though nothing is in them. */
export function emptyContainers(text: string): readonly string[] {
  if (isBlank(text)) return [];
  const root = parseSettings(text);
  const hooks = propertyNode(root, 'hooks');
  if (hooks !== undefined && isEmpty(hooks)) return ['hooks'];
  return eventNodes(root)
    .filter(({ groups }) => isEmpty(groups))
    .map(({ event }) => `hooks.${event}`);
}

/** One value of the root, for what else has to be known of the settings. */
export function settingsValue(text: string, key: string): unknown {
  const node = isBlank(text) ? undefined : propertyNode(parseSettings(text), key);
  return node && (getNodeValue(node) as unknown);
}

/** One removal at a time, each on a fresh tree: a file of settings is small. */
function removeOurs(
  before: string,
  select: (ours: readonly OurHook[]) => readonly OurHook[],
  keptEmpty: ReadonlySet<string>,
): string {
  let text = before;
  for (;;) {
    const root = parseSettings(text);
    const doomed = select(ourHooks(root));
    const [first] = doomed;
    if (first === undefined) return text;
    text = removeLargest(text, root, first, new Set(doomed.map(({ node }) => node)), keptEmpty);
  }
}

/** Removes the largest thing around `target` that would be empty without what is doomed. */
function removeLargest(
  text: string,
  root: Node,
  target: OurHook,
  doomed: ReadonlySet<Node>,
  keptEmpty: ReadonlySet<string>,
): string {
  const isGroupDoomed = (group: Node): boolean => {
    const hooks = propertyNode(group, 'hooks')?.children ?? [];
    return hooks.length > 0 && hooks.every((hook) => doomed.has(hook));
  };
  const isEventDoomed = ({ event, groups }: { event: string; groups: Node }): boolean =>
    !isEmpty(groups) &&
    (groups.children ?? []).every(isGroupDoomed) &&
    !keptEmpty.has(`hooks.${event}`);

  if (!isGroupDoomed(target.group)) return removeNode(text, target.siblings, target.node);
  if (!isEventDoomed(target)) return removeNode(text, target.groups, target.group);
  const hooks = target.groups.parent?.parent ?? root;
  const isAllDoomed = eventNodes(root).every(isEventDoomed) && !keptEmpty.has('hooks');
  return isAllDoomed
    ? removeNode(text, root, hooks.parent ?? hooks)
    : removeNode(text, hooks, target.groups.parent ?? target.groups);
}

function removeNode(text: string, container: Node, node: Node): string {
  return removeChild(text, container, (container.children ?? []).indexOf(node));
}

function isEmpty(node: Node): boolean {
  return (node.children ?? []).length === 0;
}
