import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Agent } from '../../../src/extension/agents/agent';
import type { AgentHooks } from '../../../src/extension/agents/hooks';
import type {
  ApiBlock,
  Block,
  Entry,
  EntryPart,
} from '../../../src/extension/agents/transcripts/entry';
import {
  isSameStamp,
  stampOf,
  type FoundFile,
} from '../../../src/extension/agents/transcripts/files';
import type { TranscriptFormat } from '../../../src/extension/agents/transcripts/format';
import type { HookMoment } from '../../../src/extension/hub/domain/facts/event';
import { toolName } from '../../../src/shared/agents/tools';

/** One line of the toy agent's transcript. */
export interface ToyLine {
  readonly ms: number;
  readonly who: 'human' | 'toy' | 'world';
  readonly says?: string;
  readonly does?: { readonly ref: string; readonly name: string; readonly on: string };
  readonly ref?: string;
  readonly spent?: number;
  readonly dir?: string;
}

/** Payload of one of the toy agent's hooks. */
export interface ToyHook {
  readonly toy: 1;
  readonly run: string;
  readonly what: 'asked' | 'may' | 'did' | 'rests' | 'leaves';
  readonly log: string;
  readonly dir: string;
  readonly says?: string;
  readonly does?: ToyLine['does'];
}

/** Extension of the files in which the toy agent names the process of a running session. */
const runExtension = '.run';

/** Writes the file of a running session. */
export function writeToyRun(configHome: string, sessionId: string, pid: number): void {
  fs.writeFileSync(path.join(runsIn(configHome), `${sessionId}${runExtension}`), `${pid}`);
}

/** Folder of the toy agent's transcripts and running sessions. */
const runsIn = (configHome: string): string => path.join(configHome, 'toy-runs');

/** Maps a toy tool to the tool name and input that pages can render. */
function callOf({ name, on }: NonNullable<ToyLine['does']>): { tool: string; input: object } {
  return name === 'sh'
    ? { tool: toolName('shell'), input: { command: on } }
    : { tool: toolName('write'), input: { file_path: on, content: '' } };
}

function entryOf({ who, says = '', does, ref = '', dir }: ToyLine): Entry {
  const message = { content: says, isMeta: false, isSummary: false, queued: false } as const;
  if (who === 'human') {
    const author = { ...message, results: [], author: 'person' } as const;
    return { kind: 'prompt', text: says, human: true, cwd: dir, said: author };
  }
  if (who === 'world') {
    const result = { toolUseId: ref, isError: false, rejected: false, content: says };
    const results = [{ ...result, denial: undefined, details: {} }];
    return { kind: 'toolResults', results, said: { ...message, results, author: 'client' } };
  }
  const call = does && { id: does.ref, name: callOf(does).tool, input: callOf(does).input };
  const blocks: Block[] = says === '' ? [] : [{ kind: 'text', text: says }];
  if (call) blocks.push({ kind: 'toolUse', ...call, input: { ...call.input } });
  const stopReason = call ? 'tool_use' : 'end_turn';
  const toolUses = call ? [call] : [];
  return { kind: 'assistant', text: says, toolUses, stopReason, blocks, isSynthetic: false };
}

function partsOf(line: Entry): readonly EntryPart[] {
  if (line.kind === 'prompt') return [{ kind: 'prompt', text: line.text, queued: false }];
  if (line.kind === 'assistant') return line.blocks.filter(isOwnBlock);
  if (line.kind !== 'toolResults') return [];
  return line.results.map(({ toolUseId, isError, denial, details, content }) => ({
    kind: 'toolResult',
    toolUseId,
    isError,
    denial,
    details,
    text: outputOf({ content }),
  }));
}

const outputOf: TranscriptFormat['output'] = ({ content }) =>
  typeof content === 'string' ? content : '';

function isOwnBlock(block: Block | ApiBlock): block is Block {
  return block.kind === 'text' || block.kind === 'thinking' || block.kind === 'toolUse';
}

function linesIn(text: string): readonly ToyLine[] {
  try {
    return [JSON.parse(text) as ToyLine];
  } catch {
    return [];
  }
}

const entriesIn: TranscriptFormat['entries'] = (text) =>
  linesIn(text).map((line) => ({
    line: entryOf(line),
    at: line.ms,
    isSidechain: false,
    shellResults: () => [
      { toolUseId: line.ref ?? '', output: line.says ?? '', succeeded: true, acts: [] },
    ],
  }));

const format: TranscriptFormat = {
  output: outputOf,
  entries: entriesIn,
  shown: (text) => ({
    parts: entriesIn(text).flatMap(({ line, at, isSidechain }) =>
      partsOf(line).map((part) => ({ at, isSidechain, part })),
    ),
    isDamaged: linesIn(text).length === 0,
  }),
  usage: () => ({
    mark: Buffer.from('"spent":'),
    read: (line) =>
      linesIn(line.toString()).map(({ ms, spent = 0 }) => ({
        messageId: `toy${ms}`,
        ownerSessionId: undefined,
        model: 'toy-1',
        at: ms,
        usage: {
          input: 0,
          output: spent,
          cacheRead: 0,
          cacheWrite5m: 0,
          cacheWrite1h: 0,
          webSearches: 0,
          fast: false,
          usOnly: false,
        },
      })),
  }),
  voices: { agent: 'Toy', program: 'Toy' },
  async *deliveredPrompts(transcript) {
    const lines = fs.readFileSync(transcript, 'utf8').split('\n').flatMap(linesIn).toReversed();
    for (const { ms: at, who, says = '' } of lines)
      if (who === 'human') yield { at, texts: [{ text: says, isNotification: false }] };
  },
};

const moments: Readonly<Record<ToyHook['what'], HookMoment>> = {
  asked: 'prompt',
  may: 'request',
  did: 'callEnd',
  rests: 'turnEnd',
  leaves: 'sessionEnd',
};

const hooks: AgentHooks = {
  read(body) {
    const { toy, run, what, log, dir, says, does } = body as ToyHook;
    if (toy !== 1) return undefined;
    const call = does && { ...callOf(does), toolUseId: does.ref };
    const moment = moments[what];
    const words = what === 'asked' ? { prompt: says } : { lastMessage: says };
    const report = { sessionId: run, moment, transcriptPath: log, cwd: dir, ...words, ...call };
    return { report, newNames: [] };
  },
  answer: (_request, decision) =>
    decision.kind === 'allow' || decision.kind === 'deny'
      ? { may: decision.kind === 'allow' }
      : undefined,
};

/** Reports the processes in the files of running sessions, and those that hooks name. */
const sources: Agent['sources'] = ({ configHome, emit }) => {
  const root = runsIn(configHome);
  const pids = new Map<string, number>();
  const report = (sessionId: string, pid: number): void => {
    const at = Date.now();
    pids.set(sessionId, pid);
    emit({ type: 'processSeen', sessionId, at, process: { pid, statusAt: at, startedAt: at } });
  };
  return {
    async start() {
      const names = fs.existsSync(root) ? fs.readdirSync(root) : [];
      for (const name of names.filter((one) => one.endsWith(runExtension)))
        report(
          path.basename(name, runExtension),
          Number(fs.readFileSync(path.join(root, name), 'utf8')),
        );
    },
    sessionIds: () => new Set(pids.keys()),
    leftBehind: async () => [],
    trackProcess: async (pid, sessionId) => report(sessionId, pid),
    isGuess: () => false,
    async terminate(sessionId) {
      const pid = pids.get(sessionId);
      return pid !== undefined && process.kill(pid, 'SIGTERM');
    },
  };
};

/** A fictitious agent with its own transcript, hook and registry formats. */
export const toyAgent: Agent = {
  id: 'toy',
  hooks,
  sources,
  transcripts(configHome) {
    const root = runsIn(configHome);
    const sessionOf = (file: string) => /^run-(\w+)\.jsonl$/u.exec(path.relative(root, file))?.[1];
    return {
      agent: 'toy',
      root,
      format,
      *find(_onUnreadable, wanted, known) {
        const found: FoundFile[] = [];
        for (const name of fs.existsSync(root) ? fs.readdirSync(root) : []) {
          const file = path.join(root, name);
          const sessionId = sessionOf(file);
          const stamp = stampOf(file);
          if (sessionId === undefined || stamp === undefined) continue;
          if (wanted?.has(sessionId) === false) continue;
          const before = known?.get(file);
          const one = { path: file, kind: { kind: 'session', sessionId }, ...stamp } as const;
          found.push(before !== undefined && isSameStamp(before, stamp) ? before : one);
          yield undefined;
        }
        return found;
      },
      classify(file) {
        const sessionId = sessionOf(file);
        return sessionId === undefined ? undefined : { kind: 'session', sessionId };
      },
      sessionTranscriptOf: (_subagent, sessionId) => path.join(root, `run-${sessionId}.jsonl`),
      watch: () => ({ start() {}, followSession() {}, dispose() {} }),
    };
  },
};
