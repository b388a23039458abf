import type { LiveSession } from '../../../shared/protocol/protocol';
import type { RunnerEvent, RunnerOrder } from '../../../shared/protocol/runner';
import { Emitter } from '../../util/emitter';
import { toDisposable, type Disposable } from '../../util/lifetime';
import { OpenOrders, type Commit } from '../attention/openOrders';

type Distributive<T> = T extends unknown ? Omit<T, 'order'> : never;
/** An order before it has its number. */
type NewRunnerOrder = Distributive<RunnerOrder>;

/** Reaches a runner as long as it reads. */
interface RunnerReader {
  send(event: RunnerEvent): void;
  end(): void;
}

/** A runner tells by this, in ms, that a hub hangs. */
const aliveMs = 3_000;
/** A runner that does not answer in this time, in ms, hangs. */
const answerMs = 3_000;

/** The client of a runner names another entry point. */
export function isInTerminal(
  session: Pick<LiveSession, 'pid' | 'entrypoint'> | undefined,
): boolean {
  return session?.pid !== undefined && session.entrypoint === 'cli';
}

/** The processes that run sessions without a terminal, and what was asked of them. */
export class Runners implements Disposable {
  private readonly readers = new Map<string, RunnerReader>();
  private readonly orders = new OpenOrders<boolean>(false);
  private readonly heartbeat = setInterval(() => this.beat(), aliveMs);

  private readonly changes = new Emitter<string>();
  /** The id of a session to which a runner came, or from which it went. */
  readonly onDidChange = this.changes.event;

  /** `isElsewhere`: the session is known to run otherwise, whoever says to be its runner. */
  constructor(private readonly isElsewhere: (sessionId: string) => boolean = () => false) {}

  has(sessionId: string): boolean {
    return this.readers.has(sessionId) && !this.isElsewhere(sessionId);
  }

  /** A runner began to read; the newest of a session is the one that runs it. */
  connect(sessionId: string, reader: RunnerReader): Disposable {
    this.readers.set(sessionId, reader);
    reader.send({ type: 'alive', data: {} });
    this.changes.fire(sessionId);
    return toDisposable(() => {
      if (this.readers.get(sessionId) !== reader) return;
      this.readers.delete(sessionId);
      this.orders.giveUp(sessionId);
      this.changes.fire(sessionId);
    });
  }

  /** Asks the runner of a session; true once it does what it was asked. `commit` as `OpenOrders` has it. */
  ask(sessionId: string, order: NewRunnerOrder, commit?: Commit): Promise<boolean> {
    const reader = this.readers.get(sessionId);
    if (reader === undefined || !this.has(sessionId)) return Promise.resolve(false);
    const send = (id: string): void =>
      reader.send({ type: 'order', data: { ...order, order: id } });
    return this.orders.ask(sessionId, answerMs, send, commit);
  }

  /** False where the answer comes too late, or from somebody who was not asked. */
  answer(sessionId: string, order: string): Promise<boolean> {
    return this.orders.answer(sessionId, order, true);
  }

  /** The runners look for the next hub. */
  dispose(): void {
    clearInterval(this.heartbeat);
    this.orders.giveUp();
    for (const reader of this.readers.values()) reader.end();
    this.readers.clear();
    this.changes.dispose();
  }

  private beat(): void {
    for (const reader of this.readers.values()) reader.send({ type: 'alive', data: {} });
  }
}
