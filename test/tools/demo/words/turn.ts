import * as path from 'node:path';
import {
  apiErrorLine,
  fileHistoryLine,
  interruptLine,
  promptLine,
  stopHookSummaryLine,
  turnDurationLine,
  type ApiFailure,
} from '../../../support/transcript/clientLines';
import type { Actor, Step } from '../script';
import { seconds } from '../script';
import type { Session } from '../session';
import type { Routine } from '../timeline';
import { compact } from './life';

/**
 * Context size, of the model's million tokens, at which the demo's client compacts before it
 * continues.
 */
const fullContextTokens = 900_000;

/** A person types a prompt, which starts a turn. */
export const prompt = (text: string): Step =>
  function* (actor) {
    const { session, speaker } = actor;
    const { name, aiTitle } = session.role;
    const first = session.lastPrompt === '';
    const turn = session.beginTurn(true);
    session.lastPrompt = text;
    speaker.meter.add(Math.ceil(text.length / 3.6));
    speaker.hook('UserPromptSubmit', {
      prompt: text,
      ...(name !== undefined && { session_title: name }),
    });
    yield 45;
    session.setStatus('busy');
    yield 15;
    if (first) session.keepBooks();
    const uuid = speaker.line((frame) => promptLine(frame, turn, text));
    session.append(session.transcriptPath, fileHistoryLine(uuid, session.timestamp));
    if (first && aiTitle !== undefined) {
      session.timeline.after(1800, () => session.note('ai-title', { aiTitle }));
    }
    if (speaker.meter.usedTokens > fullContextTokens) {
      yield* compact(`The user asked last: ${text}`)(actor);
    }
    yield session.random.between(900, 2200);
  };

/** The model thinks for this many seconds; the text is part of its next message. */
export const think = (duration: number, words: string): Step =>
  function* ({ speaker }) {
    yield seconds(duration);
    speaker.intend({ type: 'thinking', thinking: words, signature: 'c2lnbmF0dXJl' });
  };

/** Adds a sentence before the next tool use, in the same message. */
export const say = (text: string): Step =>
  function* ({ speaker }) {
    yield 700;
    speaker.intend({ type: 'text', text });
  };

/**
 * Writes the last answer of a turn. With background work still running, the session is not idle.
 */
export const stop = (text: string): Step =>
  function* ({ session, speaker }) {
    yield 800 + Math.min(6000, text.length * 9);
    speaker.message([{ type: 'text', text }], 'end_turn');
    yield 30;
    speaker.hookStop('Stop', text);
    yield 20;
    restAfterTurn(session);
    const command = path.join(session.folders.configHome, 'mission-control', 'relay.sh');
    speaker.line((frame) => stopHookSummaryLine(frame, session.random.uuid(), command));
    const agents = session.background.filter((task) => task.type === 'subagent').length;
    const duration = session.timeline.now - session.turnStartedAt;
    speaker.line((frame) => turnDurationLine(frame, duration, session.messageCount, agents));
    session.keepBooks();
    yield 60;
  };

function restAfterTurn(session: Session): void {
  const { background, turn, isLive } = session;
  if (background.some((task) => task.type === 'subagent')) return;
  session.setStatus(background.length > 0 ? 'shell' : 'idle');
  if (background.length > 0) return;
  session.timeline.after(seconds(60), () => {
    if (session.isLive !== isLive || session.turn !== turn || !session.isAtRest) return;
    session.main.hook('Notification', {
      message: 'Claude is waiting for your input',
      notification_type: 'idle_prompt',
    });
  });
}

const failures = {
  overloaded: {
    error: 'server_error',
    status: 529,
    type: 'overloaded_error',
    text: 'API Error: Repeated 529 Overloaded errors. The API is at capacity — this is usually temporary. Try again in a moment.',
  },
  rateLimit: {
    error: 'rate_limit',
    status: 429,
    type: 'rate_limit_error',
    text: 'API Error: Request rejected (429) · This request would exceed your organization’s rate limit of 400,000 input tokens per minute.',
  },
} as const satisfies Readonly<Record<string, ApiFailure>>;

/** Lets the service fail after the client's own retries. */
export const apiError = (kind: keyof typeof failures, retrying: number): Step =>
  function* ({ session, speaker }) {
    yield seconds(retrying);
    const failure = failures[kind];
    const { random } = session;
    const ids = { messageId: random.uuid(), requestId: random.serviceId('req') };
    speaker.line((frame) => apiErrorLine(frame, ids, failure));
    yield 30;
    speaker.hook('StopFailure', { error: failure.error, last_assistant_message: failure.text });
    yield 45;
    session.setStatus('idle');
    session.keepBooks();
  };

/** Writes the traces of Escape or No: the turn ends without a hook. */
export function* interruption({ session, speaker }: Actor, forToolUse: boolean): Routine {
  const promptId = session.turn?.promptId ?? '';
  yield 5;
  speaker.line((frame) => interruptLine(frame, promptId, forToolUse));
  yield 80;
  session.setStatus('idle');
  session.keepBooks();
}

/** A person presses Escape while the model writes. */
export const escape = (after: number): Step =>
  function* (actor) {
    yield seconds(after);
    actor.speaker.intend({ type: 'text', text: 'Before I go on, let me look at how the' });
    actor.speaker.message([], 'aborted');
    yield* interruption(actor, false);
  };
