import { holdByAttention } from '../audience';
import { decisionIn, type HookDecision } from '../client/decision';
import { byUser, resultLine, type Line } from '../../../support/transcript/clientLines';
import type { Actor, Scene, Step } from '../script';
import { perform, seconds } from '../script';
import type { ToolCall } from '../client/toolCall';
import type { Patience, Routine } from '../timeline';
import { finishBatch, madeFor, openOne, settle, type AnyCall, type OpenCall } from './tools';
import { doRoutineWork } from './routine';
import { interruption, stop } from './turn';
import { leaveScene } from './woken';

export interface Wait {
  /** Seconds until the scripted person reacts, unless somebody attends to the dialog. */
  readonly after: number;
  /** Played while the dialog is open, such as the curtain step. */
  readonly meanwhile?: Scene;
}

interface Dialog {
  /** Name in the registry of what the session waits for. */
  readonly waitingFor: string;
  /** Text of the notification. */
  readonly message: string;
  readonly suggestions?: readonly unknown[];
}

/**
 * Opens the dialog and waits; the registry reports it, and later a notification. Returns a hook's
 * decision.
 */
function* dialog(
  actor: Actor,
  { call }: OpenCall,
  { waitingFor, message, suggestions }: Dialog,
  wait: Wait,
): Generator<number | Patience, HookDecision | undefined> {
  const { session, speaker } = actor;
  let decision: HookDecision | undefined;
  let waits = false;
  const request = (): void => {
    const fields = {
      tool_name: call.name,
      tool_input: call.input,
      ...(suggestions && { permission_suggestions: suggestions }),
    };
    waits = true;
    speaker.hook('PermissionRequest', fields, ({ printed }) => {
      waits = false;
      decision ??= decisionIn(printed);
    });
  };
  const askAgain = (): void => {
    if (!waits) request();
  };
  yield 45;
  request();
  yield 35;
  session.setStatus('waiting', waitingFor);
  let isOpen = true;
  const { isLive } = session;
  session.timeline.after(seconds(6), () => {
    // The notification of a dialog from before live play is in the past, too.
    if (!isOpen || session.isLive !== isLive) return;
    session.main.hook('Notification', { message, notification_type: 'permission_prompt' });
  });
  if (wait.meanwhile) yield* perform(wait.meanwhile, actor);
  // A dialog that opened before live play needs a hook that waits now.
  if (session.isLive !== isLive) request();
  session.dialogs.add(askAgain);
  yield {
    milliseconds: seconds(wait.after),
    isOver: () => decision !== undefined,
    isHeld: holdByAttention(() => session.attention, session.timeline.now),
  };
  session.dialogs.delete(askAgain);
  isOpen = false;
  return decision;
}

/** A refusal with an instruction. */
interface Told {
  readonly told: string;
}

interface Permission extends Wait {
  /** Allowed if absent. */
  readonly verdict?: 'denied' | Told;
  /** Rule, in short, of the grant that allowed the call if it was made before live play. */
  readonly grant?: string;
}

/**
 * Calls a tool that needs permission; the verdict allows it, refuses it, or refuses it with an
 * instruction.
 */
export const permission = (wanted: AnyCall, { verdict, grant, ...wait }: Permission): Step =>
  function* (actor): Routine {
    const { session } = actor;
    const item = yield* openOne(actor, madeFor(actor, wanted));
    if (grant !== undefined && !session.isLive) return yield* allowedBy(grant, actor, item);
    const suggestions = suggestionsFor(item.call, session.cwd);
    const decision = yield* dialog(
      actor,
      item,
      { ...askedFor('permission prompt'), suggestions },
      wait,
    );
    if (decision?.behavior === 'deny') return yield* obey(actor, item, decision, verdict);
    if (verdict === 'denied' && decision === undefined) return yield* refuse(actor, item);
    session.setStatus('busy');
    if (typeof verdict === 'object' && decision === undefined) {
      return yield* refuseWithWords(actor, item, verdict.told);
    }
    yield seconds(item.call.seconds);
    settle(actor, item, byUser);
    yield 25;
    finishBatch(actor, [item]);
    yield 900;
    if (verdict === 'denied') yield* improvise(actor, 'That is done, as you allowed it.');
  };

/** Runs a call that a grant allowed, without a dialog. */
function* allowedBy(words: string, actor: Actor, item: OpenCall): Routine {
  const { session } = actor;
  yield 60;
  const { sessionId, epoch: at } = session;
  session.grantUses.push({ sessionId, at, words, command: String(item.call.input['command']) });
  yield seconds(item.call.seconds);
  settle(actor, item, byUser);
  yield 25;
  finishBatch(actor, [item]);
  yield 900;
}

const askedFor = (waitingFor: string, message = 'Claude needs your permission'): Dialog => ({
  waitingFor,
  message,
});

function suggestionsFor(call: ToolCall, cwd: string): readonly unknown[] {
  const acceptEdits = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
  if (call.name !== 'Bash') return [acceptEdits];
  const command = String(call.input['command']).split(/\s+/).slice(0, 2).join(' ');
  return [
    {
      type: 'addRules',
      rules: [{ toolName: 'Bash', ruleContent: `${command}:*` }],
      behavior: 'allow',
      destination: 'localSettings',
    },
    { type: 'addDirectories', directories: [cwd], destination: 'session' },
  ];
}

type Denial = Extract<HookDecision, { behavior: 'deny' }>;

/** Carries out a refusal; the script continues only if it has a refusal of the same kind. */
function* obey(
  actor: Actor,
  item: OpenCall,
  { message, interrupt }: Denial,
  scripted?: 'denied' | Told,
): Routine {
  const { session, speaker } = actor;
  const isSubagent = speaker !== session.main;
  if (interrupt === true && !isSubagent) {
    yield* refuse(actor, item);
    if (scripted !== 'denied') yield* perform(leaveScene, actor);
    return;
  }
  session.setStatus('busy');
  yield* refuseWithWords(actor, item, message);
  // A subagent continues with the rest of its work.
  if (isSubagent || typeof scripted === 'object') return;
  yield* perform(stop('All right, I leave that and stop here. What is next?'), actor);
  if (scripted === undefined) yield* perform(leaveScene, actor);
}

/** Replaces the rest of the scene after an answer that the script does not have. */
function* improvise(actor: Actor, words: string): Routine {
  const { session, speaker } = actor;
  if (speaker !== session.main || session.work.length > 0) return;
  yield* perform([doRoutineWork(3), stop(words), leaveScene], actor);
}

const rejected =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";

function* refuse(actor: Actor, item: OpenCall): Routine {
  actor.session.dismiss();
  yield 80;
  const content = `${rejected} STOP what you are doing and wait for the user to tell you how to proceed.`;
  writeDenial(actor, item, content, 'User rejected tool use', { toolDenialBeforeRun: true });
  yield* interruption(actor, true);
}

function* refuseWithWords(actor: Actor, item: OpenCall, words: string): Routine {
  const content = `${rejected} To tell you how to proceed, the user said:\n${words}`;
  actor.session.dismiss();
  yield 20;
  finishBatch(actor, [{ ...item, call: { ...item.call, failure: content } }]);
  actor.speaker.meter.add(200);
  writeDenial(actor, item, content, `Error: ${content}`, {
    userFeedback: words,
    holdsPersonsWords: true,
    permissionDecision: { decision: 'reject', source: 'user_reject', reasonCode: 'unknown' },
  });
  yield 1400;
}

function writeDenial(
  { session, speaker }: Actor,
  { toolUseId, sourceUuid }: OpenCall,
  content: string,
  toolUseResult: string,
  how: Line,
): void {
  const verdict = { toolDenialKind: 'user-rejected', ...how };
  const result = { toolUseId, content, isError: true, toolUseResult, verdict };
  speaker.line((frame) => resultLine(frame, session.turn?.promptId ?? '', sourceUuid, result));
}

export interface Question {
  readonly question: string;
  readonly header: string;
  /** Descriptions by label. */
  readonly options: Readonly<Record<string, string>>;
  readonly multiSelect?: boolean;
  /** Answer of the scripted person. */
  readonly answer: string;
}

/** The model asks, and the person answers. */
export const ask = (wait: Wait, ...asked: readonly Question[]): Step =>
  function* (actor): Routine {
    const questions = asked.map(({ question, header, options, multiSelect = false }) => ({
      question,
      header,
      ...(multiSelect && { multiSelect }),
      options: Object.entries(options).map(([label, description]) => ({ label, description })),
      multiSelect,
    }));
    const asking: ToolCall = {
      name: 'AskUserQuestion',
      input: { questions },
      response: {},
      text: '',
      seconds: 0.03,
    };
    const item = yield* openOne(actor, asking);
    const decision = yield* dialog(actor, item, askedFor('input needed'), wait);
    if (decision?.behavior === 'deny') return yield* obey(actor, item, decision);
    const scripted = Object.fromEntries(asked.map(({ question, answer }) => [question, answer]));
    const answers = decision?.updatedInput?.answers ?? scripted;
    const chosen = asked.map(({ question }) => answers[question] ?? '');
    const pairs = asked.map(({ question }, index) => `"${question}"="${chosen[index] ?? ''}"`);
    const answered: ToolCall = {
      ...asking,
      input: { questions, answers, annotations: {} },
      response: { questions, answers, annotations: {} },
      text: `Your questions have been answered: ${pairs.join(', ')}. You can now continue with these answers in mind.`,
    };
    settle(actor, { ...item, call: answered }, byUser);
    yield 40;
    actor.session.setStatus('busy');
    finishBatch(actor, [item]);
    yield 1200;
    if (asked.every(({ question, answer }) => answers[question] === answer)) return;
    yield* improvise(actor, `That is done as you chose: ${chosen.join('; ')}.`);
  };

/** Message of our hook for a denial without a message. */
const withoutWords = 'The user denied this request.';

interface PlanReview extends Wait {
  /** Feedback with which the plan is rejected; approved if absent. */
  readonly told?: string;
}

/** Writes a plan to its file and shows it for approval or feedback. */
export const plan = (slug: string, text: string, { told, ...wait }: PlanReview): Step =>
  function* (actor): Routine {
    const { session } = actor;
    const filePath = `${session.folders.configHome}/plans/${slug}.md`;
    session.write(filePath, text);
    const item = yield* openOne(actor, presented(filePath, text));
    const shown = askedFor('permission prompt', 'Claude Code needs your approval for the plan');
    const decision = yield* dialog(actor, item, shown, wait);
    if (decision?.behavior === 'deny') {
      const { interrupt, message } = decision;
      const isSentBack = interrupt !== true && message.trim() !== withoutWords;
      if (!isSentBack) session.setMode('default');
      yield* obey(actor, item, decision, isSentBack ? { told: message } : undefined);
      if (told !== undefined || !isSentBack) return;
      // The script has no other plan, so the new one contains the person's message.
      const again = plan(slug, revised(text, message), { after: wait.after });
      return yield* perform([doRoutineWork(1), again], actor);
    }
    session.setStatus('busy');
    if (told !== undefined && decision === undefined) {
      return yield* refuseWithWords(actor, item, told);
    }
    session.setMode(decision?.updatedPermissions?.[0]?.mode ?? 'acceptEdits');
    const approved = presented(filePath, decision?.updatedInput?.plan ?? text);
    settle(actor, { ...item, call: { ...approved, input: {} } }, byUser);
    yield 30;
    finishBatch(actor, [item]);
    yield 1500;
    if (told !== undefined) yield* improvise(actor, 'The plan is carried out as you approved it.');
  };

const presented = (filePath: string, plan: string): ToolCall => ({
  name: 'ExitPlanMode',
  input: { plan, planFilePath: filePath },
  response: { plan, isAgent: false, filePath },
  text: `User has approved your plan. You can now start coding. Start with updating your todo list if applicable\n\nYour plan has been saved to: ${filePath}\nYou can refer back to it if needed during implementation.\n\n## Approved Plan:\n${plan}`,
  seconds: 0.01,
});

const revised = (text: string, feedback: string): string =>
  `${text.trimEnd()}\n\n## Changed after the review\n\n${feedback.trim()}\n`;

/** Changes the mode like Shift-tab in the terminal. */
export const mode = (permissionMode: string): Step =>
  function* ({ session }): Routine {
    session.setMode(permissionMode);
    yield 10;
  };
