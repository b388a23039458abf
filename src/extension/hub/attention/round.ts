/** After so long, in ms, the next step begins with the most urgent session again. */
const forgetMs = 120_000;

/** Goes round the sessions that need a person, each once before any comes again. */
export class Round {
  private visited = new Set<string>();
  private steppedAt = -Infinity;

  /** `waiting` in the order of urgency; those in `front` have just been seen. Pure but for the round itself. */
  next(waiting: readonly string[], front: ReadonlySet<string>, now: number): string | undefined {
    if (now - this.steppedAt > forgetMs) this.visited.clear();
    this.steppedAt = now;
    // A session that needed nobody in between is news.
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
