/** Counts the streams of each window, because a reconnecting window briefly has two. */
export class WindowStreams {
  private readonly counts = new Map<string, number>();

  /** Number of windows. */
  get size(): number {
    return this.counts.size;
  }

  has(window: string): boolean {
    return this.counts.has(window);
  }

  add(window: string): void {
    this.counts.set(window, (this.counts.get(window) ?? 0) + 1);
  }

  /** True if it was the window's last stream. */
  remove(window: string): boolean {
    const left = (this.counts.get(window) ?? 0) - 1;
    if (left > 0) this.counts.set(window, left);
    else this.counts.delete(window);
    return left <= 0;
  }

  keys(): IterableIterator<string> {
    return this.counts.keys();
  }

  clear(): void {
    this.counts.clear();
  }
}
