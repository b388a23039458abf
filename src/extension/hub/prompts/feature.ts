import { stat } from 'node:fs/promises';
import { isInFolder } from '../../../shared/board/folders';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { promptFields } from '../domain/card/live';
import type { Window } from '../attention/windows';
import type { ControlOffers } from '../control/controlOffers';
import type { Core } from '../core';
import { isInForeground } from '../ingest/foreground';
import { SessionActs } from './sessionActs';
import { findReadTime } from './findReadTime';
import { followUpSource } from './followUpSource';
import { createPersonCheck } from './fromPerson';
import type { PromptChangeFault } from './promptQueue';
import { Prompts } from './prompts';
import { latestPrompts } from '../../transcript/lines/latestPrompts';
import { readTestOutput } from '../../transcript/signals/readTestOutput';
import type { Runners } from '../runners/runners';
import type { Handlers } from '../serve/callRouter';
import { Refusal, refusals } from '../serve/refusal';

type PromptFeatureParts = Core & { readonly runners: Runners };

/** Creates the prompt queues and the actions on a session's process. */
export function createPromptsFeature(parts: PromptFeatureParts) {
  const { folder, log, losses, board, attendance, places, control, runners, keys, seals } = parts;
  const { homes, registries, processes, projects } = parts.sources;
  const { windows } = attendance;
  const isGuess = (pid: number): boolean => registries.isGuess(pid);
  const { line } = registries;
  const access = { runners, line, windows, places, isInForeground, isGuess };
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
      testOutput: ({ transcript, at }) =>
        readTestOutput(homes.formatOf(transcript), transcript, at),
      machineId: () => parts.machine.id,
    },
    folder,
    log,
    findReadTime(transcript, prompt) {
      const format = homes.formatOf(transcript);
      const { deliveredPrompts: read = (file: string) => latestPrompts(format, file) } = format;
      return findReadTime(read(transcript), prompt);
    },
    onKeptError: losses.errorHandler('prompts.json'),
    board,
    offers: control.offers,
    isThere: (pid) => processes.isThere(pid),
    startersIn: (sessionFolder) => startersIn(attendance, control.offers, sessionFolder),
    isFolder: (sessionFolder) =>
      stat(sessionFolder).then(
        (found) => found.isDirectory(),
        () => false,
      ),
    isOurs: () => parts.reach.isOurs(),
    hub: parts.hub,
    isFromPerson: createPersonCheck(seals, keys),
  });
  board.onDidChange(({ changed, removed }) => prompts.update(changed, removed));
  attendance.onDidChangePresence(() => prompts.onPresence());
  runners.onDidChange((sessionId) => prompts.onRunner(sessionId));
  line.onDidChange((sessionId) => prompts.onRunner(sessionId));
  keys.onDidChange(() => prompts.onKeys());
  const acts = new SessionActs({
    ...access,
    rest: (sessionId) => board.rest(sessionId),
    terminate: (sessionId) => registries.terminate(board.get(sessionId)?.agent, sessionId),
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
      void projects.whenRecentKnown.then(() => {
        board.flush();
        isReady = true;
        prompts.examineAll();
      });
    },
    leave: () => prompts.close(),
  };
}

/**
 * Returns the windows that offer control in a folder and can start sessions there: those with the
 * folder first, then the one that was focused last.
 */
function startersIn(
  { windows }: Core['attendance'],
  offers: ControlOffers,
  folder: string,
): readonly string[] {
  const hasFolder = ({ presence }: Window): number =>
    presence.folders.some((one) => isInFolder(one, folder)) ? 1 : 0;
  return windows.present
    .filter(({ id }) => offers.startsIn(id, folder))
    .sort((a, b) => hasFolder(b) - hasFolder(a) || b.presence.focusedAt - a.presence.focusedAt)
    .map(({ id }) => id);
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
  condition: refusals.promptStart,
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
      // A phone's page could name any path, as could a program that wrote the queue's file, whose
      // prompt an edit confirms.
      if ('newSession' in change && change.newSession !== undefined) {
        const { folder } = change.newSession;
        const { sessions } = board.snapshot();
        if (!sessions.some(({ projectPath }) => projectPath === folder))
          return refusals.promptFolder;
      }
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
