import { heldBy } from '../audience';
import type { HookDecision } from '../client/decision';
import { decisionIn } from '../client/decision';
import { resultLine } from '../client/lines';
import type { Line } from '../client/lines';
import type { Actor, Scene, Step } from '../script';
import { perform, seconds } from '../script';
import type { ToolCall } from '../client/toolCall';
import type { Patience, Routine } from '../timeline';
import { byUser, finishBatch, open, settle } from './tools';
import type { MakeCall, OpenCall } from './tools';
import { work } from './routine';
import { interruption, stop } from './turn';
import { leaveScene } from './woken';
import { bookkeeping } from '../client/systemLines';

export interface Wait {
  /** Seconds until the script's person reacts, while nobody attends to the dialog. */
  readonly after: number;
  /** Played while the dialog is open: the rising curtain, for one. */
  readonly meanwhile?: Scene;
}

const rejected =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";

/** Opens the dialog and waits; the registry and, late, a notification tell of it. Answers what a hook decided. */
function* dialog(
  actor: Actor,
  { call }: OpenCall,
  extra: Line,
  waitingFor: string,
  message: string,
  wait: Wait,
): Generator<number | Patience, HookDecision | undefined> {
  const { session, speaker } = actor;
  let decision: HookDecision | undefined;
  let waits = false;
  const request = (): void => {
    const fields = { tool_name: call.name, tool_input: call.input, ...extra };
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
    // A dialog of the past had its notification in the past.
    if (!isOpen || session.isLive !== isLive) return;
    session.main.hook('Notification', { message, notification_type: 'permission_prompt' });
  });
  if (wait.meanwhile) yield* perform(wait.meanwhile, actor);
  // The hook of a dialog that opened in the past waits from now on.
  if (session.isLive !== isLive) request();
  session.dialogs.add(askAgain);
  yield {
    milliseconds: seconds(wait.after),
    isOver: () => decision !== undefined,
    isHeld: heldBy(() => session.attention, session.timeline.now),
  };
  session.dialogs.delete(askAgain);
  isOpen = false;
  return decision;
}

export type Verdict = 'allowed' | 'denied' | { readonly told: string };

/** A tool that the user is asked about: allowed, refused, or refused with a word on what to do instead. */
export const permission = (make: MakeCall, verdict: Verdict, wait: Wait): Step =>
  function* (actor): Routine {
    const [item] = yield* open(actor, [make(actor)]);
    if (item === undefined) return;
    const extra = { permission_suggestions: suggestionsFor(item.call, actor.session.cwd) };
    const message = 'Claude needs your permission';
    const decision = yield* dialog(actor, item, extra, 'permission prompt', message, wait);
    if (decision?.behavior === 'deny') {
      return yield* obey(actor, item, decision, verdict === 'allowed' ? undefined : verdict);
    }
    if (verdict === 'denied' && decision === undefined) return yield* refuse(actor, item);
    actor.session.setStatus('busy');
    if (typeof verdict === 'object' && decision === undefined) {
      return yield* refuseWithWords(actor, item, verdict.told);
    }
    yield seconds(item.call.seconds);
    settle(actor, item, byUser);
    yield 25;
    finishBatch(actor, [item]);
    yield 900;
    if (verdict === 'denied') yield* ownWay(actor, 'That is done, as you allowed it.');
  };

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

/** Somebody refused; the script goes on only where it has a refusal of the kind, too. */
function* obey(
  actor: Actor,
  item: OpenCall,
  { message, interrupt }: Denial,
  scripted: 'denied' | { readonly told: string } | undefined,
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
  // A subagent goes on with what else it has to do.
  if (isSubagent || typeof scripted === 'object') return;
  yield* perform(stop('All right, I leave that and stop here. What is next?'), actor);
  if (scripted === undefined) yield* perform(leaveScene, actor);
}

/** Somebody wanted it otherwise than the script has it: that is done instead of what is left of the scene. */
function* ownWay(actor: Actor, words: string): Routine {
  const { session, speaker } = actor;
  if (speaker !== session.main || session.work.length > 0) return;
  yield* perform([work(3), stop(words), leaveScene], actor);
}

function* refuse(actor: Actor, { toolUseId, sourceUuid }: OpenCall): Routine {
  const { session, speaker } = actor;
  session.dismiss();
  yield 80;
  speaker.line((frame) =>
    resultLine(frame, session.turn?.promptId ?? '', sourceUuid, {
      toolUseId,
      content: `${rejected} STOP what you are doing and wait for the user to tell you how to proceed.`,
      isError: true,
      toolUseResult: 'User rejected tool use',
      verdict: { toolDenialKind: 'user-rejected', toolDenialBeforeRun: true },
    }),
  );
  yield* interruption(actor, true);
}

function* refuseWithWords(actor: Actor, item: OpenCall, words: string): Routine {
  const { session, speaker } = actor;
  const content = `${rejected} To tell you how to proceed, the user said:\n${words}`;
  session.dismiss();
  yield 20;
  finishBatch(actor, [{ ...item, call: { ...item.call, failure: content } }]);
  speaker.meter.add(200);
  speaker.line((frame) =>
    resultLine(frame, session.turn?.promptId ?? '', item.sourceUuid, {
      toolUseId: item.toolUseId,
      content,
      isError: true,
      toolUseResult: `Error: ${content}`,
      verdict: {
        toolDenialKind: 'user-rejected',
        userFeedback: words,
        holdsPersonsWords: true,
        permissionDecision: { decision: 'reject', source: 'user_reject', reasonCode: 'unknown' },
      },
    }),
  );
  yield 1400;
}

export interface Question {
  readonly question: string;
  readonly header: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
  readonly multiSelect?: boolean;
}

/** The model asks; the person answers, one text per question, in order. */
export const ask = (asked: readonly Question[], answers: readonly string[], wait: Wait): Step =>
  function* (actor): Routine {
    const { session } = actor;
    const questions = asked.map((item) => ({ ...item, multiSelect: item.multiSelect ?? false }));
    const asking: ToolCall = {
      name: 'AskUserQuestion',
      input: { questions },
      response: {},
      text: '',
      seconds: 0.03,
    };
    const [item] = yield* open(actor, [asking]);
    if (item === undefined) return;
    const message = 'Claude needs your permission';
    const decision = yield* dialog(actor, item, {}, 'input needed', message, wait);
    if (decision?.behavior === 'deny') return yield* obey(actor, item, decision, undefined);
    const scripted = Object.fromEntries(
      questions.map(({ question }, index) => [question, answers[index] ?? '']),
    );
    const given = decision?.updatedInput?.answers ?? scripted;
    const chosen = questions.map(({ question }) => given[question] ?? '');
    const pairs = questions.map(({ question }, index) => `"${question}"="${chosen[index] ?? ''}"`);
    const answered: ToolCall = {
      ...asking,
      input: { questions, answers: given, annotations: {} },
      response: { questions, answers: given, annotations: {} },
      text: `Your questions have been answered: ${pairs.join(', ')}. You can now continue with these answers in mind.`,
    };
    settle(actor, { ...item, call: answered }, byUser);
    yield 40;
    session.setStatus('busy');
    finishBatch(actor, [item]);
    yield 1200;
    if (questions.every(({ question }) => given[question] === scripted[question])) return;
    yield* ownWay(actor, `That is done as you chose: ${chosen.join('; ')}.`);
  };

/** What our hook says for a person who said nothing. */
const withoutWords = 'The user denied this request.';

/** A plan is written to its file and shown; approved, or sent back with words. */
export const plan = (
  slug: string,
  text: string,
  verdict: 'approved' | { readonly told: string },
  wait: Wait,
): Step =>
  function* (actor): Routine {
    const { session } = actor;
    const filePath = `${session.folders.configHome}/plans/${slug}.md`;
    session.write(filePath, text);
    const [item] = yield* open(actor, [presented(filePath, text)]);
    if (item === undefined) return;
    const message = 'Claude Code needs your approval for the plan';
    const decision = yield* dialog(actor, item, {}, 'permission prompt', message, wait);
    if (decision?.behavior === 'deny') {
      const { interrupt, message: told } = decision;
      const isSentBack = interrupt !== true && told.trim() !== withoutWords;
      if (!isSentBack) setMode(actor, 'default');
      yield* obey(actor, item, decision, isSentBack ? { told } : undefined);
      if (verdict !== 'approved' || !isSentBack) return;
      // The script knows no changes: the plan says what somebody wants.
      const again = plan(slug, revised(text, told), verdict, { after: wait.after });
      return yield* perform([work(1), again], actor);
    }
    session.setStatus('busy');
    if (verdict !== 'approved' && decision === undefined) {
      return yield* refuseWithWords(actor, item, verdict.told);
    }
    setMode(actor, decision?.updatedPermissions?.[0]?.mode ?? 'acceptEdits');
    const approved = presented(filePath, decision?.updatedInput?.plan ?? text);
    settle(actor, { ...item, call: { ...approved, input: {} } }, byUser);
    yield 30;
    finishBatch(actor, [item]);
    yield 1500;
    if (verdict !== 'approved') yield* ownWay(actor, 'The plan is carried out as you approved it.');
  };

const presented = (filePath: string, text: string): ToolCall => ({
  name: 'ExitPlanMode',
  input: { plan: text, planFilePath: filePath },
  response: { plan: text, isAgent: false, filePath },
  text: `User has approved your plan. You can now start coding. Start with updating your todo list if applicable\n\nYour plan has been saved to: ${filePath}\nYou can refer back to it if needed during implementation.\n\n## Approved Plan:\n${text}`,
  seconds: 0.01,
});

const revised = (text: string, told: string): string =>
  `${text.trimEnd()}\n\n## Changed after the review\n\n${told.trim()}\n`;

/** Shift-tab in the terminal. */
export const mode = (permissionMode: string): Step =>
  function* (actor): Routine {
    setMode(actor, permissionMode);
    yield 10;
  };

function setMode({ session }: Actor, permissionMode: string): void {
  session.permissionMode = permissionMode;
  session.note(bookkeeping.permissionMode(session.sessionId, permissionMode));
}
