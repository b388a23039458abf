import { readAfkTimeout, removalTimeoutMs } from '../../../hub/domain/facts/dialogs/expiry';
import type { ToolResult } from '../../../hub/domain/facts/transcriptEntry';
import { autoModeReason, isBlockedByAutoMode } from './autoMode';
import { blocksOfType, contentOf, contentText } from './content';
import type { MessageContent, CallResult } from '../../transcripts/entry';
import {
  idIn,
  listIn,
  maxPathLength,
  nameIn,
  objectIn,
  textFrom,
  textIn,
  type JsonObject,
} from '../../../util/json';

interface CallResults {
  readonly all: readonly CallResult[];
  /** The results whose call is identified by its id. */
  readonly named: readonly CallResult[];
}

const none: CallResults = { all: [], named: [] };

/** The results in the content of a line. */
export function callResults(content: MessageContent, line: JsonObject): CallResults {
  const blocks = blocksOfType(content, 'tool_result');
  if (blocks.length === 0) return none;
  const named = blocks.filter((block) => idIn(block, 'tool_use_id') !== undefined);
  const copy = objectIn(line, 'toolUseResult');
  const isBlocked = isBlockedByAutoMode(line);
  const lineFields = {
    ...denialIn(line, isBlocked),
    details: copy ?? {},
    ...(copy && { ...taskIn(objectIn(copy, 'task')), ...launchedTaskIn(copy) }),
    // The structured record belongs to a single result; in a line with several it is unknown to
    // which.
    ...(named.length === 1 && factsOfSingleResult(line, copy)),
  };
  const resultOf = (block: JsonObject): CallResult => {
    const own = contentIn(block, named.length === 1 ? line : undefined);
    return {
      toolUseId: textFrom(block['tool_use_id']),
      isError: block['is_error'] === true,
      content: own,
      ...lineFields,
      ...(isBlocked && { blocked: { reason: autoModeReason(contentText(own) ?? '') } }),
    };
  };
  const all = blocks.map(resultOf);
  return { all, named: named.length === all.length ? all : named.map(resultOf) };
}

/**
 * Content of a result. If it is empty, a connector's structured answer, which only the line
 * contains, is used.
 */
function contentIn(block: JsonObject, line: JsonObject | undefined): MessageContent {
  const content = contentOf(block['content']);
  if (content.length > 0) return content;
  const structured = objectIn(line, 'mcpMeta')?.['structuredContent'];
  return structured === undefined ? content : JSON.stringify(structured, undefined, 2);
}

type Denial = Pick<CallResult, 'rejected' | 'denied' | 'denial'>;

const notDenied: Denial = { rejected: false, denial: undefined };

/**
 * The kind of a denial. A denial by a person after the start of the call and without feedback
 * stopped the run.
 */
function denialIn(line: JsonObject, isBlocked: boolean): Denial {
  const kind = line['toolDenialKind'];
  if (kind === undefined) return notDenied;
  const rejected = !isBlocked && kind === 'user-rejected';
  const stopped =
    rejected && line['toolDenialBeforeRun'] !== true && line['userFeedback'] === undefined;
  return { rejected, denied: true, denial: stopped ? 'stopped' : 'refused' };
}

function factsOfSingleResult(line: JsonObject, copy: JsonObject | undefined): Partial<ToolResult> {
  const edited = editedByShell(objectIn(copy, 'bashEditDiff'));
  return {
    ...scheduleResponseIn(copy),
    ...expiredDialogIn(line),
    ...(edited.length > 0 && { edited }),
  };
}

/** Limit of files that are read from one command; the client lists at most as many. */
const maxEdited = 200;

/** The files that a shell command changed. Measured on client 2.1.329: absolute paths, at most 200. */
function editedByShell(diff: JsonObject | undefined): readonly string[] {
  return listIn(diff, 'changedFiles')
    .slice(0, maxEdited)
    .filter((file) => typeof file === 'string')
    .filter((file) => file !== '' && file.length <= maxPathLength);
}

function taskIn(task: JsonObject | undefined): Pick<ToolResult, 'task'> {
  const id = idIn(task, 'id');
  return id === undefined ? {} : { task: { id, subject: nameIn(task, 'subject') ?? `Task ${id}` } };
}

/** The shell or subagent that the call started and that is still running. */
function launchedTaskIn(result: JsonObject): Pick<ToolResult, 'launched'> {
  const shell = textIn(result, 'backgroundTaskId');
  if (shell !== undefined) return { launched: { id: shell, type: 'shell' } };
  const agent = textIn(result, 'status') === 'async_launched' && textIn(result, 'agentId');
  return typeof agent === 'string' ? { launched: { id: agent, type: 'subagent' } } : {};
}

/**
 * The dialog that timed out, if one did. A run without a terminal shows no dialog and denies at
 * once.
 */
function expiredDialogIn(value: JsonObject): Pick<ToolResult, 'expired'> {
  const afterMs = readAfkTimeout(value['toolUseResult']);
  if (afterMs !== undefined) return { expired: { kind: 'question', afterMs } };
  const decision = objectIn(value, 'permissionDecision');
  const isBlocked =
    textIn(decision, 'circuitBreaker') === 'dangerousRemoval' &&
    textIn(decision, 'decision') === 'reject' &&
    textIn(decision, 'source') === 'config';
  const showsDialog = textIn(value, 'entrypoint')?.startsWith('sdk-') !== true;
  return isBlocked && showsDialog
    ? { expired: { kind: 'removal', afterMs: removalTimeoutMs } }
    : {};
}

/** Fields of results about scheduled runs: a new job, a wake-up, a list, or a deleted job. */
const scheduleFields = ['nextFireAt', 'scheduledFor', 'jobs'] as const;

function scheduleResponseIn(result: JsonObject | undefined): Pick<ToolResult, 'response'> {
  if (result === undefined) return {};
  const isDeletion = textIn(result, 'id') !== undefined && Object.keys(result).length === 1;
  const isAboutSchedule = isDeletion || scheduleFields.some((field) => result[field] !== undefined);
  return isAboutSchedule ? { response: result } : {};
}
