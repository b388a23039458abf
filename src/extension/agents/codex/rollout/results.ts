import { outputEnd, type ShellResult } from '../../../transcript/signals/shellResult';
import {
  asObject,
  listIn,
  objectIn,
  parseObject,
  textIn,
  type JsonObject,
} from '../../../util/json';
import type { CallResult, Entry, ParsedEntry, Utterance } from '../../transcripts/entry';

/** Lines that the program writes before the output of a command, for the model. */
const head = /^(?:Chunk ID|Wall time|Process exited|Process running|Exit code|Original token)/u;
const outputLine = '\nOutput:\n';
const exited = /^(?:Process exited with code|Exit code:) (-?\d+)$/mu;
const running = /^Process running with session ID (\d+)$/mu;
const refusal = 'Rejected(';
const refused = /^Rejected\(\\?"(.{0,2000}?)\\?"\)/su;
/** The program's words for a call that a person stopped. */
const abortion = /^(?:Wall time: [\d.]{1,20} seconds\n)?(aborted by user)$/u;

/** The result of a call in a line. */
export function resultEntry(payload: JsonObject, at: number | undefined): ParsedEntry<Entry> {
  const toolUseId = textIn(payload, 'call_id') ?? '';
  const text = outputIn(payload);
  const { before, output } = splitOutput(text);
  const code = exited.exec(before)?.[1];
  const isError = (code !== undefined && code !== '0') || / failed: /u.test(text.slice(0, 80));
  const reason = code === undefined && isError ? refusalIn(text) : undefined;
  const answer = text.startsWith('{') ? parseObject(text) : undefined;
  const result: CallResult = {
    toolUseId,
    content:
      reason ??
      abortion.exec(text)?.[1] ??
      (answer?.['timed_out'] === undefined ? undefined : textIn(answer, 'message')) ??
      output,
    details: {},
    ...denialIn(text, reason, isError),
  };
  const background = running.exec(before)?.[1];
  // The start of a subagent is an item of its own.
  const said = { ...utterance('', [result]), isMeta: answer?.['task_name'] !== undefined };
  return {
    line: { kind: 'toolResults', results: [result], said },
    at,
    isSidechain: false,
    shellResults: () =>
      code === undefined && background === undefined
        ? [] // It was refused or stopped, or is no command.
        : [shellResult(toolUseId, output, code, background)],
  };
}

/** The result of a command that the program recorded with its exit code. */
export function shellResult(
  toolUseId: string,
  output: string,
  code: string | undefined,
  background?: string,
): ShellResult {
  const exitCode = code === undefined ? undefined : Number(code);
  const ending = { background, exitCode, acts: [] };
  return { toolUseId, output: outputEnd(output), succeeded: code === '0', ...ending };
}

type Denial = Pick<CallResult, 'isError' | 'rejected' | 'denied' | 'denial'>;

/** A person who refuses a call in the terminal stops the turn with it. */
function denialIn(text: string, reason: string | undefined, isError: boolean): Denial {
  if (abortion.test(text)) return { isError: true, rejected: true, denial: 'stopped' };
  if (reason === undefined) return { isError, rejected: false, denial: undefined };
  const rejected = reason.startsWith('rejected by user');
  return { isError, rejected, denied: true, denial: 'refused' };
}

/** Returns why a call was refused. Only a call that did not run has no output of its own. */
function refusalIn(text: string): string | undefined {
  const at = text.indexOf(refusal);
  return at < 0 ? undefined : refused.exec(text.slice(at, at + 3_000))?.[1];
}

function outputIn(payload: JsonObject): string {
  const { output } = payload;
  if (typeof output === 'string') return output;
  const texts = listIn(payload, 'output').map((part) => textIn(asObject(part), 'text') ?? '');
  return texts.join('') || (textIn(objectIn(payload, 'output'), 'content') ?? '');
}

/** Separates what the program wrote before an output. */
function splitOutput(text: string): { readonly before: string; readonly output: string } {
  const at = text.indexOf(outputLine);
  const isHead = head.test(text) || text.startsWith('Script ');
  if (at < 0 || !isHead) return { before: isHead ? text : '', output: text };
  return { before: text.slice(0, at), output: text.slice(at + outputLine.length) };
}

/** A prompt of a person, or results of calls. */
export function utterance(content: string, results: readonly CallResult[] = []): Utterance {
  const author = results.length > 0 ? 'client' : 'person';
  return { content, results, isMeta: false, isSummary: false, queued: false, author };
}
