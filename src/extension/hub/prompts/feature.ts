import type { LiveSession } from '../../../shared/protocol/protocol';
import { promptFields } from '../domain/card/live';
import type { Core } from '../core';
import { readTestOutput } from '../../agents/claude/catalogue/readTestOutput';
import { isInForeground } from '../ingest/foreground';
import { SessionActs } from './sessionActs';
import { followUpSource } from './followUpSource';
import { createPersonCheck } from './fromPerson';
import type { PromptChangeFault } from './promptQueue';
import { Prompts } from './prompts';
import type { Runners } from '../runners/runners';
import type { Handlers } from '../serve/callRouter';
import { Refusal, refusals } from '../serve/refusal';

type PromptFeatureParts = Core & { readonly runners: Runners };

/** Creates the prompt queues and the actions on a session's process. */
export function openPrompts(parts: PromptFeatureParts) {
  const { folder, log, losses, board, attendance, places, control, runners, keys, seals } = parts;
  const { registry, processes } = parts.sources;
  const { windows } = attendance;
  const isGuess = (pid: number): boolean => registry.isGuess(pid);
  const access = { runners, windows, places, isInForeground, isGuess };
  let isReady = false;
  const prompts = new Prompts({
    ...access,
    conditions: {
      source(sessionId) {
        const [session, facts] = [board.get(sessionId), board.facts(sessionId)];
        if (session === undefined || facts === undefined) return undefined;
        const isAssumed = session.pid !== undefined && isGuess(session.pid);
        return followUpSource(session, facts, isAssumed, Date.now());
      },
      isReady: () => isReady,
      exceededBudget: (sessionId) => board.exceededBudget(sessionId),
      testOutput: ({ transcript, at }) => readTestOutput(transcript, at),
      machineId: () => parts.machine.id,
    },
    folder,
    log,
    onKeptError: losses.errorHandler('prompts.json'),
    board,
    offers: control.offers,
    isThere: (pid) => processes.isThere(pid),
    isOurs: () => parts.reach.isOurs(),
    hub: parts.hub,
    isFromPerson: createPersonCheck(seals, keys),
  });
  board.onDidChange(({ changed, removed }) => prompts.update(changed, removed));
  attendance.onDidChangePresence(() => prompts.onPresence());
  runners.onDidChange((sessionId) => prompts.onRunner(sessionId));
  keys.onDidChange(() => prompts.onKeys());
  const acts = new SessionActs({
    ...access,
    rest: (sessionId) => board.rest(sessionId),
    terminate: (sessionId) => registry.terminate(sessionId),
  });
  return {
    prompts,
    calls: promptCalls(parts, prompts, acts),
    boardPart: {
      fieldsOf: (session: LiveSession) => ({
        ...promptFields(session, prompts.cardOf(session)),
        ...followUpsOf(prompts, session),
      }),
    },
    load: () => prompts.load(),
    start() {
      // Cards of a starting hub are incomplete until recent transcripts have been read.
      void parts.sources.projects.whenRecentKnown.then(() => {
        board.flush();
        isReady = true;
        prompts.examineAll();
      });
    },
    leave: () => prompts.close(),
  };
}

function followUpsOf(prompts: Prompts, { sessionId }: LiveSession): Partial<LiveSession> {
  const followUps = prompts.followUpsOf(sessionId);
  return followUps.length === 0 ? {} : { followUps: [...followUps] };
}

const refusalByFault: Readonly<Record<PromptChangeFault, Refusal>> = {
  full: refusals.promptsFull,
  empty: refusals.promptEmpty,
  untypable: refusals.promptUntypable,
  gone: refusals.promptGone,
};

type PromptCall = 'changePrompts' | 'wholePrompts' | 'act';

/**
 * Creates the handlers of windows' calls about prompts and processes; changing them requires an
 * offer of control.
 */
function promptCalls(
  { board, control: { offers } }: PromptFeatureParts,
  prompts: Prompts,
  acts: SessionActs,
): Handlers<PromptCall> {
  const findControlled = (sessionId: string, window: string): LiveSession | Refusal => {
    const session = board.get(sessionId);
    if (session === undefined) return refusals.session;
    return offers.findOfferOfWindow(window, session.projectPath) === undefined
      ? refusals.off
      : session;
  };
  return {
    async changePrompts({ sessionId, window, change }, seal) {
      const session = findControlled(sessionId, window);
      if (session instanceof Refusal) return session;
      const answer = await prompts
        .change(sessionId, change, { window, seal })
        .catch(() => refusals.promptUnkept);
      return typeof answer === 'string' ? refusalByFault[answer] : answer;
    },
    wholePrompts: ({ sessionId }) => prompts.fullPrompts(sessionId),
    async act({ sessionId, window, act }) {
      const session = findControlled(sessionId, window);
      if (session instanceof Refusal) return session;
      return { outcome: await acts.perform(session, act) };
    },
  };
}
