import { getNodeValue, type Node } from 'jsonc-parser';
import { isDeepStrictEqual } from 'node:util';
import type { CommandHook } from '../agents/claude/settings/hookCommand';
import {
  appendChild,
  nodeEnd,
  hasComment,
  removeChild,
  replaceNode,
  jsonStyle,
  type JsonStyle,
} from './jsonText';
import {
  eventNodes,
  isBlank,
  ourHooks,
  parseSettings,
  propertyNode,
} from '../agents/claude/settings/settingsTree';
import type { OurHook } from '../agents/claude/settings/settingsTree';

/**
 * Containers that existed and were empty before our hooks: `hooks`, `hooks.Stop`, and the root
 * under the empty name. The values are the text between their brackets: nothing, white space or
 * comments.
 */
export type EmptyContainers = ReadonlyMap<string, string>;

/** Adds and updates our hooks, and removes ours that are no longer wanted; nothing else changes. */
export function installHooks(
  before: string,
  wanted: ReadonlyMap<string, CommandHook>,
  keptEmpty: EmptyContainers = new Map(),
): string {
  const style = jsonStyle(before);
  let text = before;
  if (isBlank(before)) text = emptySettings(before, style);
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

/** Empty settings, in place of a text with only white space. */
export function emptySettings(blank: string, { eol }: JsonStyle): string {
  return `${blank.startsWith('\uFEFF') ? '\uFEFF' : ''}{}${eol}`;
}

/**
 * Removes our hooks. Containers that become empty are removed as well, unless they are in
 * `keptEmpty`.
 */
export function removeHooks(before: string, keptEmpty: EmptyContainers = new Map()): string {
  return isBlank(before) ? before : removeOurs(before, (ours) => ours, keptEmpty);
}

/** Our hooks in a text, by event. */
export function installedHooks(text: string): ReadonlyMap<string, readonly unknown[]> {
  const installed = new Map<string, readonly unknown[]>();
  for (const { event, hook } of isBlank(text) ? [] : ourHooks(parseSettings(text))) {
    installed.set(event, [...(installed.get(event) ?? []), hook]);
  }
  return installed;
}

/** The empty containers of a text, which `removeHooks` has to preserve. */
export function emptyContainers(text: string): EmptyContainers {
  const found = new Map<string, string>();
  if (isBlank(text)) return found;
  const root = parseSettings(text);
  const addIfEmpty = (name: string, node: Node | undefined): void => {
    if (node === undefined || !isEmpty(node)) return;
    found.set(name, text.slice(node.offset + 1, nodeEnd(node) - 1));
  };
  addIfEmpty('', root);
  addIfEmpty('hooks', propertyNode(root, 'hooks'));
  for (const { event, groups } of eventNodes(root)) addIfEmpty(`hooks.${event}`, groups);
  return found;
}

/** A top-level value, for checks other than hooks. */
export function settingsValue(text: string, key: string): unknown {
  const node = isBlank(text) ? undefined : propertyNode(parseSettings(text), key);
  return node && (getNodeValue(node) as unknown);
}

/** Removes one hook at a time and parses again after each; settings files are small. */
function removeOurs(
  before: string,
  select: (ours: readonly OurHook[]) => readonly OurHook[],
  keptEmpty: EmptyContainers,
): string {
  let text = before;
  for (;;) {
    const root = parseSettings(text);
    const hooksToRemove = select(ourHooks(root));
    const [first] = hooksToRemove;
    if (first === undefined) return text;
    text = removeLargest(
      text,
      root,
      first,
      new Set(hooksToRemove.map(({ node }) => node)),
      keptEmpty,
    );
  }
}

/**
 * Removes the largest container around `target` that would become empty. A container with a comment
 * of its own is not empty.
 */
function removeLargest(
  text: string,
  root: Node,
  target: OurHook,
  hooksToRemove: ReadonlySet<Node>,
  keptEmpty: EmptyContainers,
): string {
  const hasNoComment = (node: Node): boolean => !hasComment(text, node, [...hooksToRemove]);
  const isGroupRemovable = (group: Node): boolean => {
    const hooks = propertyNode(group, 'hooks')?.children ?? [];
    return (
      hooks.length > 0 && hooks.every((hook) => hooksToRemove.has(hook)) && hasNoComment(group)
    );
  };
  const isEventRemovable = ({ event, groups }: { event: string; groups: Node }): boolean =>
    !isEmpty(groups) &&
    (groups.children ?? []).every(isGroupRemovable) &&
    hasNoComment(groups.parent ?? groups) &&
    !keptEmpty.has(`hooks.${event}`);
  const remove = (container: Node, node: Node, name: string | undefined): string => {
    const index = (container.children ?? []).indexOf(node);
    return removeChild(text, container, index, name === undefined ? '' : keptEmpty.get(name));
  };

  const { event, group, groups, siblings, node } = target;
  if (!isGroupRemovable(group)) return remove(siblings, node, undefined);
  if (!isEventRemovable(target)) return remove(groups, group, `hooks.${event}`);
  const hooks = groups.parent?.parent ?? root;
  const events = eventNodes(root);
  const areAllRemovable =
    events.length === hooks.children?.length &&
    events.every(isEventRemovable) &&
    hasNoComment(hooks.parent ?? hooks) &&
    !keptEmpty.has('hooks');
  return areAllRemovable
    ? remove(root, hooks.parent ?? hooks, '')
    : remove(hooks, groups.parent ?? groups, 'hooks');
}

function isEmpty(node: Node): boolean {
  return (node.children ?? []).length === 0;
}
