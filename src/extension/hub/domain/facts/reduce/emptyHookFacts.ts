import { noBlockedCalls } from '../blockedCalls';
import type { HookFacts } from '../session';

/** The facts of a session's hooks before its first one, which runs at `at`. */
export function emptyHookFacts(at: number): HookFacts {
  return {
    main: undefined,
    lastTurnEnd: undefined,
    firstAt: at,
    lastAt: at,
    pending: [],
    endedDialogs: [],
    openTools: [],
    endedTools: [],
    subagents: new Map(),
    spawned: [],
    tasks: [],
    schedule: undefined,
    blocked: noBlockedCalls,
    blockedStreak: undefined,
    expired: undefined,
    humanPromptAt: undefined,
    turnAt: undefined,
    idleNotifiedAt: undefined,
    continuesAt: undefined,
    staysAt: undefined,
    endedFrom: 'rest',
    compactingFrom: undefined,
    cwd: undefined,
    pid: undefined,
    entrypoint: undefined,
    model: undefined,
    permissionMode: undefined,
    agent: undefined,
    hasWorked: false,
    lastPrompt: undefined,
    firstPrompt: undefined,
    title: undefined,
  };
}
