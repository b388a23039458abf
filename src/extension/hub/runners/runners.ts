import { terminalEntrypoint } from '../../agents/claude/names/entrypoints';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { RunnerEvent, RunnerOrder, RunnerProof } from '../../../shared/protocol/runner';
import { Emitter } from '../../util/emitter';
import { toDisposable, type Disposable } from '../../util/lifetime';
import { isProvedBy, newChallenge } from '../../util/runnerKey';
import { OpenOrders, type Commit } from '../attention/openOrders';

type Distributive<T> = T extends unknown ? Omit<T, 'order'> : never;
/** An order before it has its number. */
type NewRunnerOrder = Distributive<RunnerOrder>;

/** Reaches a runner as long as it reads. */
interface RunnerReader {
  send(event: RunnerEvent): void;
  end(): void;
}

/** A connection that says to be a session's runner; `proof` is there once it showed its key. */
interface RunnerConnection {
  readonly reader: RunnerReader;
  readonly challenge: string;
  proof?: Pick<RunnerProof, 'publicKey' | 'certificate'>;
}

export interface RunnersParts {
  /** Name of this start of the hub. */
  readonly hub: string;
  /** True if a known window signed the key for the session, also at another start of a hub. */
  readonly isCertified: (
    sessionId: string,
    proof: Pick<RunnerProof, 'publicKey' | 'certificate'>,
  ) => boolean;
  /** The session is known to run otherwise, whoever says to be its runner. */
  readonly isElsewhere?: (sessionId: string) => boolean;
}

/** A runner tells by this, in ms, that a hub hangs. */
const aliveMs = 3_000;
/** A runner that does not answer in this time, in ms, hangs. */
const answerMs = 3_000;

/** The client of a runner names another entry point. */
export function isInTerminal(
  session: Pick<LiveSession, 'pid' | 'entrypoint'> | undefined,
): boolean {
  return session?.pid !== undefined && session.entrypoint === terminalEntrypoint;
}

/**
 * The processes that run sessions without a terminal, and what was asked of them. One is a session's
 * runner once it has proved, over its own connection, a key that a window certified when it started it.
 */
export class Runners implements Disposable {
  /** The connections of each session, the oldest first. */
  private readonly connections = new Map<string, readonly RunnerConnection[]>();
  private readonly orders = new OpenOrders<boolean>(false);
  private readonly heartbeat = setInterval(() => this.beat(), aliveMs);

  private readonly changes = new Emitter<string>();
  /** The id of a session to which a runner came, or from which it went. */
  readonly onDidChange = this.changes.event;

  constructor(private readonly parts: RunnersParts) {}

  has(sessionId: string): boolean {
    return this.runnerOf(sessionId) !== undefined;
  }

  /** True for the connection of the session's runner, which alone was told that challenge. */
  isRunner(sessionId: string, challenge: string): boolean {
    return this.runnerOf(sessionId)?.challenge === challenge;
  }

  /** Somebody began to read; it is told nothing but that the hub lives until it is proved. */
  connect(sessionId: string, reader: RunnerReader): Disposable {
    const connection = { reader, challenge: newChallenge() };
    this.connections.set(sessionId, [...this.connectionsOf(sessionId), connection]);
    reader.send({ type: 'alive', data: {} });
    reader.send({ type: 'prove', data: { challenge: connection.challenge } });
    return toDisposable(() => {
      const wasRunner = this.runnerOf(sessionId) === connection;
      const others = this.connectionsOf(sessionId).filter((one) => one !== connection);
      if (others.length === 0) this.connections.delete(sessionId);
      else this.connections.set(sessionId, others);
      if (!wasRunner) return;
      this.orders.giveUp(sessionId);
      this.changes.fire(sessionId);
    });
  }

  /** False where the proof is not made for a connection of the session. */
  prove(sessionId: string, proof: RunnerProof): boolean {
    const { challenge, publicKey, certificate } = proof;
    const connection = this.connectionsOf(sessionId).find((one) => one.challenge === challenge);
    const { hub } = this.parts;
    if (connection === undefined || !isProvedBy(proof, { hub, sessionId, challenge })) return false;
    connection.proof = { publicKey, certificate };
    if (this.runnerOf(sessionId) === connection) this.changes.fire(sessionId);
    return true;
  }

  /** Other keys are known: who was a stranger may be a runner now. */
  onKeys(): void {
    for (const sessionId of this.connections.keys()) this.changes.fire(sessionId);
  }

  /** Asks the runner of a session; true once it does what it was asked. `commit` as `OpenOrders` has it. */
  ask(sessionId: string, order: NewRunnerOrder, commit?: Commit): Promise<boolean> {
    const runner = this.runnerOf(sessionId);
    if (runner === undefined) return Promise.resolve(false);
    const send = (id: string): void =>
      runner.reader.send({ type: 'order', data: { ...order, order: id } });
    return this.orders.ask(sessionId, answerMs, send, commit);
  }

  /** False where the answer comes too late, or from somebody who was not asked: nobody else knows the order's id. */
  answer(sessionId: string, order: string): Promise<boolean> {
    return this.orders.answer(sessionId, order, true);
  }

  /** The runners look for the next hub. */
  dispose(): void {
    clearInterval(this.heartbeat);
    this.orders.giveUp();
    for (const { reader } of this.all) reader.end();
    this.connections.clear();
    this.changes.dispose();
  }

  private get all(): readonly RunnerConnection[] {
    return [...this.connections.values()].flat();
  }

  private connectionsOf(sessionId: string): readonly RunnerConnection[] {
    return this.connections.get(sessionId) ?? [];
  }

  /** The newest that is proved: it is the one that runs the session. */
  private runnerOf(sessionId: string): RunnerConnection | undefined {
    if (!this.connections.has(sessionId) || this.parts.isElsewhere?.(sessionId) === true) {
      return undefined;
    }
    return this.connectionsOf(sessionId).findLast(
      ({ proof }) => proof !== undefined && this.parts.isCertified(sessionId, proof),
    );
  }

  private beat(): void {
    for (const { reader } of this.all) reader.send({ type: 'alive', data: {} });
  }
}
