import * as path from 'node:path';
import { nobody } from '../../tools/demo/audience';
import type { Audience } from '../../tools/demo/audience';
import { Play } from '../../tools/demo/play';
import type { Part } from '../../tools/demo/play';
import type { HookFields } from '../../tools/demo/client/hookPayload';
import type { Line } from '../../support/transcript/clientLines';
import type { Scene } from '../../tools/demo/script';
import { emptyStage, type HookEnd, type Stage } from '../../tools/demo/stage/stage';

/** Everything that a play produced, in chronological order. */
export interface Recording {
  readonly play: Play;
  /** Transcript lines by file. */
  readonly transcripts: ReadonlyMap<string, readonly Line[]>;
  readonly hooks: readonly HookFields[];
  readonly files: ReadonlyMap<string, string>;
  /** Hooks and registry writes of one session in short form: `PreToolUse Bash`, `busy`, `gone`. */
  storyOf(sessionId: string): readonly string[];
}

export const curtainEpoch = Date.parse('2026-11-20T14:00:00Z');

export const folders = { configHome: '/demo/.claude', code: '/demo/code' };

/** A play without files, processes or a clock; `stage` has the effects that are recorded. */
export function inMemory(parts: readonly Part[], stage: Partial<Stage>, loop = true): Play {
  let lastPid = 1000;
  const hire = () => ({ pid: ++lastPid, procStart: String(lastPid), kill() {} });
  const whole = { ...emptyStage, hire, ...stage };
  return new Play({ folders, parts, curtainEpoch, speed: 1, loop, stage: whole });
}

/** A part that plays these scenes in a project of its own. */
export const aPart = (...opening: readonly Scene[]): Part => ({
  id: 'one',
  resultTokens: [500, 1500],
  project: { name: 'scratch', files: {}, routine: [[]], looking: [[]] },
  branch: 'main',
  opening,
});

/** True if the file is an entry of the registry. */
export const isRegistry = (file: string): boolean =>
  path.basename(path.dirname(file)) === 'sessions' && /\d+\.json$/u.test(file);

/** Plays this many minutes in memory, without files, processes and the real clock. */
export function record(
  parts: readonly Part[],
  minutesToPlay: number,
  loop = true,
  answer?: (payload: HookFields) => HookEnd | undefined,
  audience: Audience = nobody,
): Recording {
  const transcripts = new Map<string, Line[]>();
  const hooks: HookFields[] = [];
  const files = new Map<string, string>();
  const stories = new Map<string, string[]>();
  const addToStory = (sessionId: unknown, word: string): void => {
    const story = stories.get(String(sessionId)) ?? [];
    stories.set(String(sessionId), story);
    if (story.at(-1) !== word) story.push(word);
  };
  const play = inMemory(
    parts,
    {
      audience,
      append(file, lines) {
        transcripts.set(file, [...(transcripts.get(file) ?? []), ...lines]);
      },
      write(file, text) {
        files.set(file, text);
        if (!isRegistry(file)) return;
        const entry = JSON.parse(text) as { sessionId: string; status?: string };
        addToStory(entry.sessionId, entry.status ?? 'registered');
      },
      remove(file) {
        const entry = JSON.parse(files.get(file) ?? '{}') as { sessionId?: string };
        addToStory(entry.sessionId, 'gone');
        files.delete(file);
      },
      hook(_caller, payload, ended) {
        hooks.push(payload);
        const end = answer?.(payload);
        if (end) ended?.(end);
        if (payload['agent_id'] !== undefined) return;
        const tool = payload['tool_name'];
        const word = String(payload['hook_event_name']);
        addToStory(payload['session_id'], typeof tool === 'string' ? `${word} ${tool}` : word);
      },
    },
    loop,
  );
  play.raise();
  // Advances in steps of a second, like the conductor, so that hooks' answers are handled in
  // between.
  for (let second = 1; second <= minutesToPlay * 60; second++) play.advance(second * 1000);
  return { play, transcripts, hooks, files, storyOf: (id) => stories.get(id) ?? [] };
}

/** The kind of a line, as named in `lineShapes`. */
export function kindOf(line: Line): string {
  const kind = mainKindOf(line);
  return line['isSidechain'] === true ? `${kind}@agent` : kind;
}

function mainKindOf(line: Line): string {
  const type = String(line['type']);
  if (type === 'system') return `system/${String(line['subtype'])}`;
  if (type === 'queue-operation') return `${type}/${String(line['operation'])}`;
  if (type === 'assistant') {
    return line['isApiErrorMessage'] === true
      ? 'assistant/error'
      : `assistant/${blockTypeOf(line)}`;
  }
  if (type !== 'user') return type;
  if (line['isCompactSummary'] === true) return 'user/compact';
  if (blockTypeOf(line) === 'tool_result') return 'user/result';
  if (blockTypeOf(line) === 'text') return 'user/text';
  if (line['promptSource'] === 'system') return 'user/system';
  return line['promptSource'] === undefined ? 'user/other' : 'user/prompt';
}

export interface ContentBlock {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
}

export function blocksOf(line: Line): readonly ContentBlock[] {
  const message = line['message'] as { readonly content?: unknown } | undefined;
  return Array.isArray(message?.content) ? (message.content as ContentBlock[]) : [];
}

const blockTypeOf = (line: Line): string => blocksOf(line)[0]?.type ?? '';
