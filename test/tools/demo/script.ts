import type { Session } from './session';
import type { Speaker } from './speaker';
import type { Routine } from './timeline';
import { run, type AnyCall } from './words/tools';

/** The acting session and, within it, the main agent or a subagent. */
export interface Actor {
  readonly session: Session;
  readonly speaker: Speaker;
}

export type Step = (actor: Actor) => Routine;
/** A single call is sent in its own message. */
export type Scene = Step | AnyCall | readonly Scene[];

const isCall = (scene: AnyCall | readonly Scene[]): scene is AnyCall =>
  'name' in scene || 'make' in scene;

/**
 * Ends a scene early after an intervention of a person, since the rest of the scene no longer fits.
 */
export class SceneLeft extends Error {}

/** Plays a scene to its end, or until an intervention ends it. */
export function* performScene(scene: Scene, actor: Actor): Routine {
  try {
    yield* perform(scene, actor);
  } catch (error) {
    if (!(error instanceof SceneLeft)) throw error;
  }
}

export function* perform(scene: Scene, actor: Actor): Routine {
  if (typeof scene === 'function') yield* scene(actor);
  else if (isCall(scene)) yield* run(scene)(actor);
  else for (const part of scene) yield* perform(part, actor);
}

export const seconds = (count: number): number => count * 1000;
export const minutes = (count: number): number => count * 60_000;
