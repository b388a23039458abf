import { isBlocked, lookOf, type LucideName, type Tone } from '../presentation';
import type { Display } from '../protocol/layers/display';
import type { LiveSession } from '../protocol/protocol';
import { ownOf } from '../text/fields';
import { isAway } from './texts/machineText';
import { labelImitatesBoard } from '../words/imitatedTexts';

type DisplayIcon = NonNullable<Display['icon']>;

const icon = <Name extends string>(lucide: Name, codicon: string) => ({ lucide, codicon });

/**
 * Icons that a layer can name. Like the icons of states, each has a Lucide icon for pages and a
 * codicon for native views that show the same thing.
 */
const displayIconLooks = {
  archive: icon('Archive', 'archive'),
  book: icon('BookOpen', 'book'),
  branch: icon('GitBranch', 'git-branch'),
  check: icon('Check', 'check'),
  circle: icon('Circle', 'circle-outline'),
  clock: icon('Clock', 'clock'),
  commit: icon('GitCommitHorizontal', 'git-commit'),
  database: icon('Database', 'database'),
  error: icon('CircleX', 'error'),
  export: icon('FileOutput', 'export'),
  file: icon('File', 'file'),
  flask: icon('FlaskConical', 'beaker'),
  globe: icon('Globe', 'globe'),
  merge: icon('GitMerge', 'git-merge'),
  package: icon('Package', 'package'),
  pencil: icon('Pencil', 'edit'),
  'pull-request': icon('GitPullRequest', 'git-pull-request'),
  push: icon('ArrowUpFromLine', 'repo-push'),
  rocket: icon('Rocket', 'rocket'),
  star: icon('Star', 'star-empty'),
  tag: icon('Tag', 'tag'),
  tools: icon('Wrench', 'tools'),
  warning: icon('AlertTriangle', 'warning'),
} satisfies Record<DisplayIcon, unknown>;

/** Lucide names of the icons that a card can show for its state or its results. */
export type CardIconName = 'Unplug' | LucideName | (typeof displayIconLooks)[DisplayIcon]['lucide'];

/** A Lucide icon and a codicon that show the same thing. */
export interface DisplayIconLook {
  readonly lucide: CardIconName;
  readonly codicon: string;
}

/**
 * Icons for a name from a layer; undefined if the layer names none or one that this version does
 * not know.
 */
export function iconLookOf(name: string | undefined): DisplayIconLook | undefined {
  return name === undefined ? undefined : ownOf<DisplayIconLook>(displayIconLooks, name);
}

export interface CardLook extends DisplayIconLook {
  readonly tone: Tone;
}

/** Look of a session whose machine is unreachable, so that its current state is unknown. */
const awayLook: CardLook = { ...icon('Unplug', 'debug-disconnect'), tone: 'gray' };

/**
 * The icon and tone of a card: the layer's if its label replaces the state's text, otherwise the
 * state's.
 */
export function cardLookOf(
  session: Pick<LiveSession, 'agentState' | 'machine' | RestField>,
): CardLook {
  if (isAway(session)) return awayLook;
  const core = lookOf(session.agentState);
  if (!isLabelReplaced(session)) return core;
  const { icon: name, tone } = session.display ?? {};
  return { ...core, ...iconLookOf(name), tone: tone ?? core.tone };
}

type RestField = 'display' | 'pendingRequest';

/**
 * True if a layer's label replaces the state's text. The text of a running session, a request, a
 * question, a plan or an error is never replaced, whatever the hub sends, and a label that imitates
 * such a text is refused.
 */
export function isLabelReplaced({
  agentState,
  pendingRequest,
  display,
}: Pick<LiveSession, 'agentState' | RestField>): boolean {
  return (
    display?.label !== undefined &&
    !labelImitatesBoard(display.label) &&
    pendingRequest === undefined &&
    agentState.group !== 'autonomous' &&
    agentState.state !== 'failed' &&
    !isBlocked(agentState)
  );
}
