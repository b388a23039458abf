import type { Step } from '../script';
import { perform } from '../script';

/** So many pieces of the project's everyday work, beginning anywhere in it; slower while nobody watches. */
export const work = (count: number): Step =>
  function* (actor) {
    const { session } = actor;
    const { routine } = session.role.project;
    const offset = session.random.between(0, routine.length - 1);
    for (let index = 0; index < count; index++) {
      if (!session.isLive) yield session.random.between(9000, 42_000);
      yield* perform(routine[(offset + index) % routine.length] ?? [], actor);
    }
  };
