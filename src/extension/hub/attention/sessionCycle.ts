/**
 * Time without a step, in ms, after which the next step starts with the most urgent session again.
 */
const restartMs = 120_000;

/** Cycles through the sessions that need a person; each is visited once before any repeats. */
export class SessionCycle {
  private visited = new Set<string>();
  private steppedAt = -Infinity;

  /**
   * Returns the id of the next session; undefined if none is waiting. `waiting` is sorted by
   * urgency; the sessions in `front` count as just visited.
   */
  next(waiting: readonly string[], front: ReadonlySet<string>, now: number): string | undefined {
    if (now - this.steppedAt > restartMs) this.visited.clear();
    this.steppedAt = now;
    // A session that needed nobody in between counts as new.
    this.visited = new Set(waiting.filter((id) => this.visited.has(id) || front.has(id)));
    let found = waiting.find((id) => !this.visited.has(id));
    if (found === undefined) {
      this.visited = new Set(waiting.filter((id) => front.has(id)));
      found = waiting.find((id) => !this.visited.has(id)) ?? waiting[0];
    }
    if (found !== undefined) this.visited.add(found);
    return found;
  }
}
