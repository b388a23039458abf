import { setImmediate as turn } from 'node:timers/promises';
import { Random } from '../random';
import { MemoryFolder } from '../hub/memoryFolder';
import type { CallingHub } from './callingHub';
import { StoryClock } from './storyClock';

const sessionIds = Array.from({ length: 16 }, (_, index) => `s${index}`);

/** State shared by the parts of a story: random numbers, clock, hub and log. */
export class StoryStage {
  readonly random: Random;
  readonly folder = new MemoryFolder('/nowhere');
  readonly clock = new StoryClock(() => turn());
  readonly sessionIds = sessionIds;
  readonly windowIds = ['w0', 'w1', 'w2'];
  readonly phoneIds = ['a', 'b'].map((letter) => letter.repeat(22));
  private readonly lines: string[] = [];
  /** Notifications sent at the same instant; their order is undefined. */
  private readonly calls: string[] = [];
  private calledAt = 0;
  private running: CallingHub | undefined;

  constructor(seed: string) {
    this.random = new Random(seed);
  }

  get hub(): CallingHub {
    if (this.running === undefined) throw new Error('No hub runs');
    return this.running;
  }

  set hub(hub: CallingHub) {
    this.running = hub;
  }

  /** The log, line by line. */
  get text(): string {
    this.recordCalls();
    return `${this.lines.join('\n')}\n`;
  }

  get session(): string {
    return this.oneOf(this.sessionIds);
  }

  get window(): string {
    return this.oneOf(this.windowIds);
  }

  get phone(): string {
    return this.oneOf(this.phoneIds);
  }

  oneOf<T>(all: readonly T[]): T {
    const found = all[this.random.between(0, all.length - 1)];
    if (found === undefined) throw new Error('There is nothing to choose from');
    return found;
  }

  note(text: string): void {
    this.recordCalls();
    this.lines.push(`${this.clock.seconds.padStart(9)}  ${text}`);
  }

  noteCall(text: string): void {
    const now = this.clock.now();
    if (now !== this.calledAt) this.recordCalls();
    this.calledAt = now;
    this.calls.push(`${this.clock.seconds.padStart(9)}    > ${text}`);
  }

  private recordCalls(): void {
    this.lines.push(...this.calls.splice(0).sort());
  }
}
