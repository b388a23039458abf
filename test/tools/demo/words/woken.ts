import { promptLine } from '../../../support/transcript/clientLines';
import type { Actor, Step } from '../script';
import { perform, SceneLeft } from '../script';
import type { Routine } from '../timeline';
import { doRoutineWork } from './routine';
import { prompt, stop } from './turn';

/** Wait after the doRoutineWork that a person asked for, in ms. */
const restMs = 45_000;

/**
 * Waits, and continues waiting while a person attends to the session; a prompt of theirs ends the
 * wait and is handled first.
 */
export const pause = (milliseconds: number): Step =>
  function* (actor): Routine {
    const { session, speaker } = actor;
    if (speaker !== session.main) {
      yield milliseconds;
      return;
    }
    const hasPrompt = (): boolean => session.inbox.length > 0;
    // No other prompt is sent to a session that a person attends to.
    const isHeld = (): boolean => session.isAtRest && session.attention === 'inHand';
    yield { milliseconds, isOver: hasPrompt, isHeld };
    if (!hasPrompt()) return;
    for (let text = session.inbox.shift(); text !== undefined; text = session.inbox.shift()) {
      // A hook has ended with a prompt, which the client passes to the model as a notification.
      yield* wake(
        actor,
        `<task-notification>\n<summary>Prompt from Mission Control</summary>\n<result>${text}</result>\n</task-notification>`,
      );
      yield* perform(
        [doRoutineWork(3), stop('That is done as you wrote it. What is next?')],
        actor,
      );
      yield { milliseconds: restMs, isOver: hasPrompt, isHeld };
    }
    // The rest of the scene does not fit after another prompt.
    if (session.work.length === 0) throw new SceneLeft();
  };

/**
 * Leaves the scene, which does not fit after a person's intervention; another one begins after a
 * while.
 */
export const leaveScene: Step = function* (actor): Routine {
  yield* perform(pause(restMs), actor);
  if (actor.session.work.length === 0) throw new SceneLeft();
  // This scene waits for the end of background doRoutineWork.
  yield* perform(prompt('Go on with the rest.'), actor);
};

/** The client prompts the model by itself. */
export function* wake({ session, speaker }: Actor, text: string): Routine {
  const note = (operation: string, content: object = {}): void => {
    const { sessionId, timestamp } = session;
    session.note('queue-operation', { operation, timestamp, sessionId, ...content });
  };
  note('enqueue', { content: text });
  yield 25;
  note('dequeue');
  const turn = session.beginTurn(false);
  speaker.hook('UserPromptSubmit', { prompt: text });
  yield 20;
  session.setStatus('busy');
  speaker.meter.add(Math.ceil(text.length / 3.6));
  speaker.line((frame) => promptLine(frame, turn, text, true));
  yield 1800;
}
