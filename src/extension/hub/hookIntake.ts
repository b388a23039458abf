import * as path from 'node:path';
import { agentLabel, defaultAgent } from '../../shared/agents/agentLabels';
import type { Agent } from '../agents/agent';
import { agentMark } from '../agents/agentMark';
import type { Agents } from '../agents/agents';
import type { HookReading } from '../agents/hooks';
import { CallContexts } from './control/callContexts';
import type { Control } from './control/control';
import { hookEvent } from './domain/facts/hookEvent';
import type { HookReport } from './domain/facts/event';
import type { SessionRegistries } from '../agents/sessionRegistries';
import type { Intake } from './intake';
import type { LiveBoard } from './board/liveBoard';
import type { Projects } from './projects';
import type { Prompts } from './prompts/prompts';
import type { Runners } from './runners/runners';
import type { HookHeaders } from './serve/hookHeaders';
import type { Log } from '../util/log';
import type { ServerHandlers, WaitingHook } from './serve/server';
import type { UnknownNames } from './unknownNames';

export interface HookIntakeParts {
  readonly agents: Agents;
  readonly intake: Pick<Intake, 'apply'>;
  readonly board: Pick<LiveBoard, 'get' | 'versionOf' | 'deniesPrompts' | 'facts'>;
  readonly control: Pick<Control, 'hold' | 'calls'>;
  readonly runners: Pick<Runners, 'has'>;
  readonly prompts: Pick<Prompts, 'onHook' | 'holdWaker'>;
  readonly registries: Pick<SessionRegistries, 'reportsRequests' | 'trackProcess'>;
  readonly projects: Pick<Projects, 'readIfChanged'>;
  readonly unknown: Pick<UnknownNames, 'count'>;
  readonly log: Pick<Log, 'info'>;
}

/**
 * Creates the handler of hook payloads, which come from the relay's calls and from the files that
 * the relay left in our folder.
 */
export function hookIntake(parts: HookIntakeParts): ServerHandlers['onHook'] {
  /** Programs of unknown agents whose hooks have been logged. */
  const logged = new Set<string>();
  const contexts = new CallContexts();
  return (body, headers, staying) => {
    let foreign: string | undefined;
    for (const agent of parts.agents) {
      const reading = agent.hooks.read(body, headers.entrypoint);
      if (reading === undefined) continue;
      if ('report' in reading) {
        const report = contexts.complete(reading.report);
        return handleHook(parts, agent, { ...reading, report }, headers, staying);
      }
      ({ foreign } = reading);
    }
    if (foreign === undefined) return 'unreadable';
    if (!logged.has(foreign)) {
      logged.add(foreign);
      parts.log.info(`Hooks of ${foreign}, whose sessions are not on the board, are ignored.`);
    }
    return 'taken';
  };
}

function handleHook(
  parts: HookIntakeParts,
  agent: Agent,
  { report, entrypoint, newNames }: Extract<HookReading, { report: HookReport }>,
  { pid: ownPid, parentPid, sentAt, again }: HookHeaders,
  staying: WaitingHook | undefined,
): 'taken' | 'held' {
  const { intake, board, control, runners, prompts, registries, projects, unknown } = parts;
  const { sessionId, moment, transcriptPath: transcript } = report;
  const facts = board.facts(sessionId);
  // A transcript says whose session it is: a hook in the form of another agent is mistaken or forged.
  if (facts?.transcript !== undefined && (facts.agent ?? defaultAgent) !== agent.id) return 'taken';
  const program = agentLabel(agent.id);
  const version = board.versionOf(sessionId);
  for (const name of newNames) unknown.count(name, { program, version });
  const pid = ownPid ?? parentPid;
  const isOfRunner = entrypoint !== undefined && runners.has(sessionId);
  // The client of a runner also requests this permission from the runner, which waits for the
  // answer, so the hook is ignored. A client whose settings deny every prompt does not request it.
  const isAskedTwice =
    (isOfRunner && !board.deniesPrompts(sessionId)) ||
    registries.reportsRequests(agent.id, sessionId);
  if (moment === 'request' && isAskedTwice) return 'taken';
  const { waitsFor, call } = staying ?? {};
  const isReviewed = facts?.transcript?.isReviewed === true;
  const decides = waitsFor === 'decision' && !isReviewed ? call : undefined;
  const heldCalls = control.calls.heldOf(sessionId);
  const callId = control.hold(
    report,
    isOfRunner ? undefined : entrypoint,
    board.get(sessionId)?.projectPath,
    decides,
    agent,
  );
  // If the hub stops while a relay waits for a prompt, the relay calls the next hub (`again`). The
  // previous hub has already handled the event.
  if (waitsFor !== 'prompt' || !again) {
    const event = hookEvent(report, { pid, entrypoint, sentAt, callId, heldCalls }, Date.now());
    intake.apply({ ...event, ...agentMark(agent.id) });
    prompts.onHook(report, event.at);
  }
  if (pid !== undefined && moment !== 'sessionEnd') {
    void registries.trackProcess(agent.id, pid, sessionId);
  }
  if (transcript !== undefined) projects.readIfChanged(path.resolve(transcript));
  if (waitsFor === 'prompt' && call !== undefined) {
    return prompts.holdWaker(report, pid, call) ? 'held' : 'taken';
  }
  return callId === undefined ? 'taken' : 'held';
}
