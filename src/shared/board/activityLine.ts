import { message, t } from '../words/l10n';
import type { ToolKind } from '../agents/tool';
import { toolKind } from '../agents/tools';
import { blockedSubject } from '../request/blockedText';
import { plainTitle, plainProse } from '../text/plainText';
import type { LiveSession } from '../protocol/protocol';
import { summarizeRequest } from '../request/requestSummary';
import { layerLabel } from './texts/displayText';
import { labelTime, shownLabel } from '../words/stateLabels';

/** Current activity of a session, for one line of its card. */
export interface ActivityLine {
  /**
   * Start of the line: the result, the verb of the running tool, or the state; empty if the line
   * starts with `text`.
   */
  readonly label: string;
  /** Time at the end of `label`, which has to stay visible if the text before it is truncated. */
  readonly time?: string;
  /** Start of `label` that is the same for every request of its kind; narrow views omit it. */
  readonly lead?: string;
  /** The state's text, if `label` does not contain it. */
  readonly state?: string;
  /** Subject of `label`; empty if unknown. */
  readonly text: string;
  readonly kind: 'code' | 'text';
  /**
   * Kind of `text`: an open request, a running tool, the agent's last message, the last prompt, or
   * the prompt of the next scheduled run.
   */
  readonly about: 'request' | 'tool' | 'said' | 'prompt' | 'run';
  /** Name of the requesting subagent; absent for the main agent. */
  readonly asker?: string;
}

/** Activity of a session: its open request, its running tool, or its last message. */
export function activityLineOf(session: LiveSession): ActivityLine {
  const { agentState, pendingRequest } = session;
  const label = plainTitle(shownLabel(agentState.label), 160) || agentState.state;
  if (pendingRequest) {
    const { toolName, toolInput, agentType, whole } = pendingRequest;
    const summary = summarizeRequest(toolName, toolInput) ?? { kind: 'text', text: '' };
    const text = shortPath(summary.text, session);
    const asker = agentType ? { asker: plainTitle(agentType, 60) } : {};
    const shown = agentType ? labelWithoutAsker(session, label) : label;
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
    agentState.group === 'autonomous'
      ? activityAtWork(session, label)
      : activityAtRest(session, label);
  const time = labelTime(agentState.label) ?? '';
  return time !== '' && doing.label.endsWith(time) ? { ...doing, time } : doing;
}

/** `activityLineOf` for a session shown without a heading that names its state. */
export function activityLineWithState(session: LiveSession): ActivityLine {
  const { state, ...doing } = activityLineOf(session);
  if (state === undefined) return doing;
  return doing.label === '' ? { ...doing, label: state } : { ...doing, state };
}

/** The label without the subagent's name, which is shown before it. */
function labelWithoutAsker({ agentState }: LiveSession, label: string): string {
  const { key, values } = agentState.label;
  const [tool = ''] = values;
  return key === 'subagentPermission'
    ? t('Needs permission: {0}', plainTitle(String(tool), 60))
    : label;
}

/** The part of a label before the tool's name at its end. */
function leadOf(label: string, toolName: string): Pick<ActivityLine, 'lead'> {
  const tool = plainTitle(toolName, 60);
  const isNamed = tool !== '' && label !== tool && label.endsWith(tool);
  return isNamed ? { lead: label.slice(0, -tool.length) } : {};
}

/** Sentences for known kinds of tools, with a placeholder for the object. */
const toolSentences: Readonly<Partial<Record<ToolKind, string>>> = {
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

/**
 * The running tool and its object as one sentence, or `Thinking` between two tool calls; undefined
 * in any other state.
 */
export function toolSentenceOf(session: LiveSession): string | undefined {
  if (session.pendingRequest !== undefined || session.agentState.group !== 'autonomous')
    return undefined;
  const { key, values } = session.agentState.label;
  if (isThinking(key)) return t('Thinking');
  const { label, text, about } = activityAtWork(session, '');
  if (key !== 'running' || about !== 'tool') return undefined;
  const template = toolSentences[toolKind(String(values[0]))];
  const object = plainTitle(text);
  return template === undefined ? `${label} ${object}` : t(template, object);
}

/** True between two tool calls, while the model generates its next message. */
function isThinking(key: string): boolean {
  return key === 'thinking' || key === 'used';
}

function activityAtWork(session: LiveSession, label: string): ActivityLine {
  const { state, context } = session.agentState;
  const { key, values } = session.agentState.label;
  if (state === 'sleeping') {
    const text = plainTitle(session.schedule?.[0]?.prompt ?? '');
    return { label, text, kind: 'text', about: 'run' };
  }
  const prompt = { text: promptNotInTitle(session), kind: 'text', about: 'prompt' } as const;
  if (isThinking(key)) return { label: t('Thinking'), ...prompt };
  const { toolName, tool: usedTool, toolInput } = context ?? {};
  // The running tool, otherwise the last one used.
  const name = toolName ?? usedTool;
  const tool = typeof name === 'string' ? plainTitle(name, 60) : '';
  const summary = tool === '' ? undefined : summarizeRequest(tool, toolInput);
  if (summary) {
    const { kind, text } = summary;
    const shown =
      key === 'blockedCall'
        ? t('Blocked by auto mode')
        : key === 'running' && values[0] === tool
          ? toolVerb(tool)
          : label;
    return { label: shown, text: shortPath(text, session), kind, about: 'tool' };
  }
  return { label, ...prompt };
}

/** The verb of a tool without its object; the tool's name if there is no sentence for its kind. */
function toolVerb(tool: string): string {
  const template = toolSentences[toolKind(tool)];
  return template === undefined ? tool : t(template, '').replace(/\s+/g, ' ').trim();
}

function activityAtRest(session: LiveSession, label: string): ActivityLine {
  if (session.agentState.state === 'blocked_by_auto_mode')
    return activityAfterBlocks(session, label);
  const { agentState } = session;
  const { message } = agentState.context ?? {};
  const lastMessage = typeof message === 'string' ? message : '';
  const text = agentState.state === 'awaiting_input' ? lastParagraph(lastMessage) : lastMessage;
  const rest = { text: plainProse(text, 400), kind: 'text', about: 'said' } as const;
  const result = layerLabel(session);
  if (result !== undefined) return { label: result, state: label, ...rest };
  // The heading above the card already states that the session waits for a prompt.
  const startsWithText = agentState.label.key === 'idle' && rest.text !== '';
  return startsWithText ? { label: '', state: label, ...rest } : { label, ...rest };
}

/**
 * Activity of a session at rest after auto mode blocked calls: its first call that is still open.
 */
function activityAfterBlocks(session: LiveSession, label: string): ActivityLine {
  const call = session.blocked?.calls.find(({ open }) => open === true);
  const text = call === undefined ? '' : shortPath(blockedSubject(call), session);
  const isOne = session.agentState.label.key === 'blockedCall';
  const shown = isOne && text !== '' ? t('Blocked by auto mode') : label;
  return { label: shown, text, kind: 'code', about: 'tool' };
}

/** The last prompt; empty if the title already shows it. */
function promptNotInTitle({ lastPrompt = '', title }: LiveSession): string {
  const prompt = plainTitle(lastPrompt);
  const known = plainTitle(title).replace(/…$/, '');
  return known !== '' && prompt.startsWith(known) ? '' : prompt;
}

/** Shortens a path in the project to one relative to it. */
export function shortPath(text: string, { projectPath }: LiveSession): string {
  const rest = projectPath !== '' && text.startsWith(projectPath) && text.slice(projectPath.length);
  return rest && /^[\\/][^\\/]/.test(rest) ? rest.slice(1) : text;
}

/** The last paragraph, because a long answer ends with its question. */
function lastParagraph(message: string): string {
  return (
    message
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? ''
  );
}
