import { toolName } from '../../../../shared/agents/tools';
import { unwrapShell } from '../../../../shared/request/unwrapShell';
import type { Decision } from '../../../../shared/protocol/control';
import type { HookReport } from '../../../hub/domain/facts/event';
import { namedCall } from '../rollout/calls';
import { wholeChanges, type PatchChange } from '../rollout/patch';
import { requestSchemas, type ServerThread } from './serverMessages';

/** The answer to a request of the program, which is sent as the request's result. */
export interface ServerAnswer {
  /** Absent if the turn is stopped instead. */
  readonly result?: object;
  /** Words for the agent, which a result can't contain: they are sent into the turn. */
  readonly message?: string;
}

/** A request of the program in the words that all agents share. */
export interface RequestForm {
  readonly report: HookReport;
  readonly turnId: string;
  readonly answer: (decision: Decision) => ServerAnswer | undefined;
}

type Method = keyof typeof requestSchemas;
type Content = Pick<HookReport, 'tool' | 'input' | 'cwd'>;

/** Converts a request; undefined for one that can be answered only in the terminal. */
export function requestForm(
  method: string,
  params: unknown,
  thread: ServerThread,
  changesOf: (itemId: string) => readonly PatchChange[] | undefined,
): RequestForm | undefined {
  const read = Object.hasOwn(readers, method) ? readers[method as Method] : undefined;
  const { id, sessionId, agentRole } = thread;
  const form = read?.(params, changesOf);
  if (form === undefined) return undefined;
  const { itemId, turnId, content, answer } = form;
  const agent = id === sessionId ? {} : { agentId: id, agentType: agentRole ?? undefined };
  const report: HookReport = {
    sessionId,
    moment: 'request',
    cwd: thread.cwd,
    ...content,
    ...agent,
    toolUseId: itemId,
    promptId: turnId,
    suggestions: [],
  };
  return { report, turnId, answer };
}

interface ReadRequest {
  readonly itemId: string;
  readonly turnId: string;
  readonly content: Content;
  readonly answer: RequestForm['answer'];
}

type Reader = (
  params: unknown,
  changesOf: (itemId: string) => readonly PatchChange[] | undefined,
) => ReadRequest | undefined;

const readers: Readonly<Record<Method, Reader>> = {
  'item/commandExecution/requestApproval'(params) {
    const { data } = requestSchemas['item/commandExecution/requestApproval'].safeParse(params);
    if (data === undefined) return undefined;
    const { itemId, turnId, cwd, reason } = data;
    const command = unwrapShell(data.command);
    const input = { command, ...(reason && { description: reason }) };
    return { itemId, turnId, content: { tool: toolName('shell'), input, cwd }, answer: approval };
  },
  'item/fileChange/requestApproval'(params, changesOf) {
    const { data } = requestSchemas['item/fileChange/requestApproval'].safeParse(params);
    const changes = data && changesOf(data.itemId);
    // A patch that nobody can read is not decided here.
    if (data === undefined || changes === undefined || changes.length === 0) return undefined;
    const { itemId, turnId, reason } = data;
    const { name: tool, input } = wholeChanges(changes, reason);
    return { itemId, turnId, content: { tool, input }, answer: approval };
  },
  'item/tool/requestUserInput'(params) {
    const { data } = requestSchemas['item/tool/requestUserInput'].safeParse(params);
    if (data === undefined) return undefined;
    const { itemId, turnId } = data;
    const ids = data.questions.map(({ id }) => id);
    const { name: tool, input } = namedCall('request_user_input', { questions: data.questions });
    const content = { tool, input };
    return { itemId, turnId, content, answer: (decision) => answers(ids, decision) };
  },
};

function approval(decision: Decision): ServerAnswer | undefined {
  if (decision.kind === 'allow' && (decision.suggestions ?? []).length === 0)
    return { result: { decision: 'accept' } };
  if (decision.kind !== 'deny') return undefined;
  if (decision.interrupt === true) return { result: { decision: 'cancel' } };
  const message = decision.message?.trim() ?? '';
  return { result: { decision: 'decline' }, ...(message !== '' && { message }) };
}

/** Answers to questions; a person who dismisses them stops the turn, as in the terminal. */
function answers(ids: readonly string[], decision: Decision): ServerAnswer | undefined {
  if (decision.kind === 'deny') return {};
  if (decision.kind !== 'answer' || decision.answers.length !== ids.length) return undefined;
  const given = decision.answers.map((texts) => texts.filter((text) => text.trim() !== ''));
  if (given.some((texts) => texts.length === 0)) return undefined;
  const byId = ids.map((id, index) => [id, { answers: given[index] }] as const);
  return { result: { answers: Object.fromEntries(byId) } };
}
