/** A wait in milliseconds that an outside event may cut short. */
export interface Patience {
  readonly milliseconds: number;
  readonly isOver: () => boolean;
  /** True while a person delays the end of the wait; afterwards the wait starts again. */
  readonly isHeld?: (moment: number) => boolean;
}

/** Code that waits by yielding milliseconds. */
export type Routine = Generator<number | Patience, void, void>;

interface Entry {
  at: number;
  readonly order: number;
  readonly run: () => void;
  readonly patience?: Patience;
}

/** One session's clock: runs due entries in order, independently of the machine's clock. */
export class Timeline {
  private _now = 0;
  private order = 0;
  private readonly queue: Entry[] = [];

  /** Milliseconds since the beginning, or since the last `rebase`. */
  get now(): number {
    return this._now;
  }

  /** Time of the next entry; undefined if there is none. */
  get next(): number | undefined {
    return this.queue[0]?.at;
  }

  /** Schedules a function; those with the same time run in the order of scheduling. */
  after(milliseconds: number, run: () => void, patience?: Patience): void {
    const at = this._now + Math.max(0, milliseconds);
    this.insert({ at, order: this.order++, run, ...(patience && { patience }) });
  }

  start(routine: Routine): void {
    const resume = (): void => {
      const step = routine.next();
      if (step.done === true) return;
      const wait = step.value;
      if (typeof wait === 'number') this.after(wait, resume);
      else this.after(wait.milliseconds, resume, wait);
    };
    this.after(0, resume);
  }

  /** Runs the next entry; false if there is none. */
  step(): boolean {
    const entry = this.queue.shift();
    if (entry === undefined) return false;
    this._now = entry.at;
    entry.run();
    return true;
  }

  /** Ends the waits whose condition is met at this moment; a wait that is held starts again. */
  hear(moment: number): void {
    const waiting = this.queue.flatMap((entry) => {
      const { patience } = entry;
      return patience === undefined ? [] : { entry, patience };
    });
    for (const { entry, patience } of waiting) {
      if (patience.isOver()) {
        if (entry.at > moment) this.move(entry, moment);
      } else if (patience.isHeld?.(moment) === true) {
        this.move(entry, moment + patience.milliseconds);
      }
    }
  }

  advance(to: number): void {
    for (let next = this.next; next !== undefined && next <= to; next = this.next) this.step();
    this._now = Math.max(this._now, to);
  }

  /** Sets the clock to zero, and moves the waiting entries by the same time. */
  rebase(): void {
    for (const entry of this.queue) entry.at -= this._now;
    this._now = 0;
  }

  private move(entry: Entry, to: number): void {
    this.queue.splice(this.queue.indexOf(entry), 1);
    entry.at = Math.max(this._now, to);
    this.insert(entry);
  }

  private insert(entry: Entry): void {
    let index = this.queue.length;
    while (index > 0 && (this.queue[index - 1]?.at ?? 0) > entry.at) index--;
    this.queue.splice(index, 0, entry);
  }
}
