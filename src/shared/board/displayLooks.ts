import { isBlocked, lookOf, type LucideName, type Tone } from '../presentation';
import type { Display } from '../protocol/layers/display';
import type { LiveSession } from '../protocol/protocol';
import { ownOf } from '../text/fields';
import { isAway } from './machineText';
import { isImpostor } from '../words/impostor';

type DisplayIcon = NonNullable<Display['icon']>;

const icon = <Name extends string>(lucide: Name, codicon: string) => ({ lucide, codicon });

/** The icons that a layer may name. Both of a row show the same thing, as those of the states do. */
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

/** The icons that a card may show: of its state, or of what it delivered. */
export type CardIconName = 'Unplug' | LucideName | (typeof displayIconLooks)[DisplayIcon]['lucide'];

/** Its two icons show the same thing. */
export interface DisplayIconLook {
  readonly lucide: CardIconName;
  readonly codicon: string;
}

/** Undefined where a layer names none, or one that only a newer hub knows. */
export function iconLookOf(name: string | undefined): DisplayIconLook | undefined {
  return name === undefined ? undefined : ownOf<DisplayIconLook>(displayIconLooks, name);
}

export interface CardLook extends DisplayIconLook {
  readonly tone: Tone;
}

/** Look of a session whose machine can’t be reached: nobody knows how it stands now. */
const awayLook: CardLook = { ...icon('Unplug', 'debug-disconnect'), tone: 'gray' };

/** The icon and tone of a card: of what was delivered where its words stand, else of the state. */
export function cardLookOf(
  session: Pick<LiveSession, 'agentState' | 'machine' | RestField>,
): CardLook {
  if (isAway(session)) return awayLook;
  const core = lookOf(session.agentState);
  if (!saysDelivered(session)) return core;
  const { icon: name, tone } = session.display ?? {};
  return { ...core, ...iconLookOf(name), tone: tone ?? core.tone };
}

type RestField = 'display' | 'pendingRequest';

/**
 * True where the words of what was delivered stand in place of the state's. Work, a request, a
 * question, a plan or an error keeps its own, whatever the hub sends; and no other takes those words.
 */
export function saysDelivered({
  agentState,
  pendingRequest,
  display,
}: Pick<LiveSession, 'agentState' | RestField>): boolean {
  return (
    display?.label !== undefined &&
    !isImpostor(display.label) &&
    pendingRequest === undefined &&
    agentState.group !== 'autonomous' &&
    agentState.state !== 'failed' &&
    !isBlocked(agentState)
  );
}
