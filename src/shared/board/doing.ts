import { message, t } from '../words/l10n';
import type { ToolKind } from '../agents/tool';
import { toolKind } from '../agents/tools';
import { blockedSubject } from '../request/blockedText';
import { plainTitle, plainProse } from '../text/plainText';
import type { LiveSession } from '../protocol/protocol';
import { summarizeRequest } from '../request/requestSummary';
import { deliveredLabel } from './displayText';
import { labelTime, shownLabel } from '../words/stateLabels';

/** Current activity of a session, for one line of its card. */
export interface Doing {
  /** The delivered work, the deed of the running tool, or the state in words; empty where `text` leads. */
  readonly label: string;
  /** Time at the end of `label`, which is to be read where the words in front of it are cut off. */
  readonly time?: string;
  /** Beginning of `label` that is the same for every request of its kind: the least of it where there is little room. */
  readonly lead?: string;
  /** The state in words, where `label` does not say it. */
  readonly state?: string;
  /** Subject of `label`; empty where unknown. */
  readonly text: string;
  readonly kind: 'code' | 'text';
  /** Kind of `text`: an open request, a tool at work, words of the agent, the last prompt, or that of the next run. */
  readonly about: 'request' | 'tool' | 'said' | 'prompt' | 'run';
  /** Name of the subagent that asks; absent for the main agent. */
  readonly asker?: string;
}

/** Activity of a session: its open request, its running tool, or its last words. */
export function doingOf(session: LiveSession): Doing {
  const { agentState, pendingRequest } = session;
  const label = plainTitle(shownLabel(agentState.label), 160) || agentState.state;
  if (pendingRequest) {
    const { toolName, toolInput, agentType, whole } = pendingRequest;
    const summary = summarizeRequest(toolName, toolInput) ?? { kind: 'text', text: '' };
    const text = shortPath(summary.text, session);
    const asker = agentType ? { asker: plainTitle(agentType, 60) } : {};
    const shown = agentType ? labelBesideAsker(session, label) : label;
    return {
      label: shown,
      ...leadOf(shown, toolName),
      ...summary,
      text: whole || summary.text === '' ? text : t('{0} (not all of it)', text),
      about: 'request',
      ...asker,
    };
  }
  const doing =
    agentState.group === 'autonomous' ? working(session, label) : resting(session, label);
  const time = labelTime(agentState.label) ?? '';
  return time !== '' && doing.label.endsWith(time) ? { ...doing, time } : doing;
}

/** `doingOf` for a session that stands alone, where no heading says its state. */
export function statedDoingOf(session: LiveSession): Doing {
  const { state, ...doing } = doingOf(session);
  if (state === undefined) return doing;
  return doing.label === '' ? { ...doing, label: state } : { ...doing, state };
}

/** The label without the name of the subagent, which stands in front of it. */
function labelBesideAsker({ agentState }: LiveSession, label: string): string {
  const { key, values } = agentState.label;
  const [tool = ''] = values;
  return key === 'subagentPermission'
    ? t('Needs permission: {0}', plainTitle(String(tool), 60))
    : label;
}

/** Beginning of a label, up to the tool that it ends with. */
function leadOf(label: string, toolName: string): Pick<Doing, 'lead'> {
  const tool = plainTitle(toolName, 60);
  const isNamed = tool !== '' && label !== tool && label.endsWith(tool);
  return isNamed ? { lead: label.slice(0, -tool.length) } : {};
}

/** Deeds of known tools, with their object. */
const deeds: Readonly<Partial<Record<ToolKind, string>>> = {
  edit: message('Edits {0}'),
  editNotebook: message('Edits {0}'),
  fetch: message('Fetches {0}'),
  find: message('Searches for {0}'),
  read: message('Reads {0}'),
  search: message('Searches for {0}'),
  searchWeb: message('Searches the web for {0}'),
  shell: message('Runs {0}'),
  write: message('Writes {0}'),
};

/** Deed of a session at work with its object, as one sentence; undefined where no tool runs. */
export function deedOf(session: LiveSession): string | undefined {
  if (session.pendingRequest !== undefined || session.agentState.group !== 'autonomous')
    return undefined;
  const { key, values } = session.agentState.label;
  if (isThinking(key)) return t('Thinking');
  const { label, text, about } = working(session, '');
  if (key !== 'running' || about !== 'tool') return undefined;
  const template = deeds[toolKind(String(values[0]))];
  const object = plainTitle(text);
  return template === undefined ? `${label} ${object}` : t(template, object);
}

/** True for a session between two tools: the next words of its agent are being generated. */
function isThinking(key: string): boolean {
  return key === 'thinking' || key === 'used';
}

function working(session: LiveSession, label: string): Doing {
  const { state, context } = session.agentState;
  const { key, values } = session.agentState.label;
  if (state === 'sleeping') {
    const text = plainTitle(session.schedule?.[0]?.prompt ?? '');
    return { label, text, kind: 'text', about: 'run' };
  }
  const prompt = { text: newPrompt(session), kind: 'text', about: 'prompt' } as const;
  if (isThinking(key)) return { label: t('Thinking'), ...prompt };
  const { toolName, tool: usedTool, toolInput } = context ?? {};
  // The one that runs, else the one that was used last.
  const name = toolName ?? usedTool;
  const tool = typeof name === 'string' ? plainTitle(name, 60) : '';
  const summary = tool === '' ? undefined : summarizeRequest(tool, toolInput);
  if (summary) {
    const { kind, text } = summary;
    const shown =
      key === 'blockedCall'
        ? t('Blocked by auto mode')
        : key === 'running' && values[0] === tool
          ? deedName(tool)
          : label;
    return { label: shown, text: shortPath(text, session), kind, about: 'tool' };
  }
  return { label, ...prompt };
}

/** The deed of a tool in front of its object; the name of a tool whose deed is unknown. */
function deedName(tool: string): string {
  const template = deeds[toolKind(tool)];
  return template === undefined ? tool : t(template, '').replace(/\s+/g, ' ').trim();
}

function resting(session: LiveSession, label: string): Doing {
  if (session.agentState.state === 'blocked_by_auto_mode') return blockedRest(session, label);
  const { agentState } = session;
  const { message } = agentState.context ?? {};
  const said = typeof message === 'string' ? message : '';
  const text = agentState.state === 'awaiting_input' ? lastParagraph(said) : said;
  const rest = { text: plainProse(text, 400), kind: 'text', about: 'said' } as const;
  const delivered = deliveredLabel(session);
  if (delivered !== undefined) return { label: delivered, state: label, ...rest };
  // The heading above says that it waits for a prompt.
  const leads = agentState.label.key === 'idle' && rest.text !== '';
  return leads ? { label: '', state: label, ...rest } : { label, ...rest };
}

/** A session at rest after calls that auto mode blocked: the last of them. */
function blockedRest(session: LiveSession, label: string): Doing {
  const call = session.blocked?.calls.find(({ open }) => open === true);
  const text = call === undefined ? '' : shortPath(blockedSubject(call), session);
  const isOne = session.agentState.label.key === 'blockedCall';
  const shown = isOne && text !== '' ? t('Blocked by auto mode') : label;
  return { label: shown, text, kind: 'code', about: 'tool' };
}

/** Last prompt, unless the title says the same. */
function newPrompt({ lastPrompt = '', title }: LiveSession): string {
  const prompt = plainTitle(lastPrompt);
  const known = plainTitle(title).replace(/…$/, '');
  return known !== '' && prompt.startsWith(known) ? '' : prompt;
}

/** Shortens a path in the project to one relative to it. */
export function shortPath(text: string, { projectPath }: LiveSession): string {
  const rest = projectPath !== '' && text.startsWith(projectPath) && text.slice(projectPath.length);
  return rest && /^[\\/][^\\/]/.test(rest) ? rest.slice(1) : text;
}

/** The last paragraph: a long answer ends with its question. */
function lastParagraph(message: string): string {
  return (
    message
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? ''
  );
}
