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

type ChangesOf = (itemId: string) => readonly PatchChange[] | undefined;

/** Converts a request; undefined for one that can be answered only in the terminal. */
export function requestForm(
  method: string,
  params: unknown,
  thread: ServerThread,
  changesOf: ChangesOf,
): RequestForm | undefined {
  const { id, sessionId, agentRole } = thread;
  const given = Object.entries(Object(params) as object).filter(([, value]) => value !== null);
  const read = readRequest(method, Object.fromEntries(given), changesOf);
  if (read === undefined) return undefined;
  const { itemId, turnId } = read.turn;
  const agent = id === sessionId ? {} : { agentId: id, agentType: agentRole ?? undefined };
  const report: HookReport = {
    sessionId,
    moment: 'request',
    cwd: thread.cwd,
    ...read.content,
    ...agent,
    toolUseId: itemId,
    promptId: turnId,
    suggestions: [],
  };
  return { report, turnId, answer: read.answer };
}

interface ReadRequest {
  readonly turn: { readonly itemId: string; readonly turnId: string };
  readonly content: Pick<HookReport, 'tool' | 'input' | 'cwd'>;
  readonly answer: RequestForm['answer'];
}

function readRequest(
  method: string,
  params: unknown,
  changesOf: ChangesOf,
): ReadRequest | undefined {
  if (method === 'item/commandExecution/requestApproval') {
    const turn = requestSchemas[method].safeParse(params).data;
    if (turn === undefined) return undefined;
    const { command, cwd, reason } = turn;
    const input = { command: unwrapShell(command), ...(reason && { description: reason }) };
    return { turn, content: { tool: toolName('shell'), input, cwd }, answer: approval };
  }
  if (method === 'item/fileChange/requestApproval') {
    const turn = requestSchemas[method].safeParse(params).data;
    const changes = (turn && changesOf(turn.itemId)) ?? [];
    // A patch that nobody can read is not decided here.
    if (turn === undefined || changes.length === 0) return undefined;
    const { name: tool, input } = wholeChanges(changes, turn.reason);
    return { turn, content: { tool, input }, answer: approval };
  }
  if (method !== 'item/tool/requestUserInput') return undefined;
  const turn = requestSchemas[method].safeParse(params).data;
  if (turn === undefined) return undefined;
  const { questions } = turn;
  const { name: tool, input } = namedCall('request_user_input', { questions });
  const ids = questions.map(({ id }) => id);
  if (new Set(ids).size < ids.length) return undefined; // Answers are given by id.
  return { turn, content: { tool, input }, answer: (decision) => answers(ids, decision) };
}

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
