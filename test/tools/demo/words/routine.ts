import type { Actor, Scene, Step } from '../script';
import { perform } from '../script';
import type { Routine } from '../timeline';

/**
 * Plays this many pieces of the project's routine work, each with two exploring ones; all are used
 * before any is repeated.
 */
export const doRoutineWork = (count: number): Step =>
  function* (actor) {
    const { session } = actor;
    const { routine, looking } = session.role.project;
    for (let index = 0; index < count; index++) {
      const piece = session.piecesDone++;
      const scenes = piece % 3 === 1 ? routine : looking;
      const turn = piece % 3 === 1 ? Math.floor(piece / 3) : piece - Math.floor((piece + 1) / 3);
      yield* one(actor, scenes, session.firstPiece + turn);
    }
  };

/** Plays this many exploring pieces: the work of a subagent that may only read. */
export const explore = (count: number): Step =>
  function* (actor) {
    const { session } = actor;
    for (let index = 0; index < count; index++) {
      yield* one(
        actor,
        session.role.project.looking,
        session.firstPiece + 11 + session.looksDone++,
      );
    }
  };

function* one(actor: Actor, scenes: readonly Scene[], number: number): Routine {
  const { session } = actor;
  yield session.isLive ? session.random.between(1500, 5000) : session.random.between(9000, 42_000);
  yield* perform(scenes[number % scenes.length] ?? [], actor);
}
