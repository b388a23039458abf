import * as path from 'node:path';
import type { Control } from './control/control';
import { foreignAgent } from '../agents/claude/hooks/foreignAgent';
import { hookEvent, hookPayloadSchema, type HookPayload } from '../agents/claude/hooks/hookPayload';
import { hookReport } from '../agents/claude/hooks/hookReport';
import type { Registry } from '../agents/claude/registry/registry';
import type { UnknownNames } from '../agents/claude/hooks/unknownNames';
import type { Intake } from './intake';
import type { LiveBoard } from './board/liveBoard';
import type { Projects } from './projects';
import type { Prompts } from './prompts/prompts';
import type { Runners } from './runners/runners';
import type { HookHeaders } from '../agents/claude/hooks/hookHeaders';
import type { Log } from '../util/log';
import type { Served, StayingHook } from './serve/server';

export interface HookIntakeParts {
  readonly intake: Pick<Intake, 'take'>;
  readonly board: Pick<LiveBoard, 'get' | 'versionOf' | 'deniesPrompts'>;
  readonly control: Pick<Control, 'hold' | 'calls'>;
  readonly runners: Pick<Runners, 'has'>;
  readonly prompts: Pick<Prompts, 'onHook' | 'holdWaker'>;
  readonly registry: Pick<Registry, 'adopt'>;
  readonly projects: Pick<Projects, 'lookIfNew'>;
  readonly unknown: Pick<UnknownNames, 'hook'>;
  readonly log: Pick<Log, 'info'>;
}

/** The way of a hook's payload, whether the relay called with it or left it in our folder. */
export function hookIntake(parts: HookIntakeParts): Served['onHook'] {
  /** Agents of which the log has been told. */
  const told = new Set<string>();
  return (body, headers, staying) => {
    const parsed = hookPayloadSchema.safeParse(body);
    if (!parsed.success) return 'unreadable';
    const agent = foreignAgent(parsed.data, headers.entrypoint);
    if (agent === undefined) return take(parts, parsed.data, headers, staying);
    if (!told.has(agent)) {
      told.add(agent);
      parts.log.info(`Hooks of ${agent} came from Claude Code’s settings. They are left alone.`);
    }
    return 'taken';
  };
}

function take(
  { intake, board, control, runners, prompts, registry, projects, unknown }: HookIntakeParts,
  payload: HookPayload,
  { pid: ownPid, parentPid, entrypoint, sentAt, again }: HookHeaders,
  staying: StayingHook | undefined,
): 'taken' | 'held' {
  const report = hookReport(payload);
  const { sessionId, moment, transcriptPath: transcript } = report;
  unknown.hook(payload, board.versionOf(sessionId));
  const pid = ownPid ?? parentPid;
  const isOfRunner = entrypoint !== undefined && runners.has(sessionId);
  // The client asks its runner for the same permission, which waits for the answer, unless its settings
  // deny what would prompt.
  const isAskedTwice = isOfRunner && !board.deniesPrompts(sessionId);
  if (moment === 'request' && isAskedTwice) return 'taken';
  const { waitsFor, call } = staying ?? {};
  const decides = waitsFor === 'decision' ? call : undefined;
  const heldCalls = control.calls.heldOf(sessionId);
  const callId = control.hold(
    report,
    isOfRunner ? undefined : entrypoint,
    board.get(sessionId)?.projectPath,
    decides,
  );
  // A relay that waits for a prompt and calls the next hub has told this event to the last one.
  if (waitsFor !== 'prompt' || !again) {
    const event = hookEvent(report, { pid, entrypoint, sentAt, callId, heldCalls }, Date.now());
    intake.take(event);
    prompts.onHook(report, event.at);
  }
  if (pid !== undefined && moment !== 'sessionEnd') void registry.adopt(pid, sessionId);
  if (transcript !== undefined) projects.lookIfNew(path.resolve(transcript));
  if (waitsFor === 'prompt' && call !== undefined) {
    return prompts.holdWaker(report, pid, call) ? 'held' : 'taken';
  }
  return callId === undefined ? 'taken' : 'held';
}
