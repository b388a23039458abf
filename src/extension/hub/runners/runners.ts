import { entrypointKind } from '../../../shared/agents/entrypoints';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { RunnerEvent, RunnerOrder, RunnerProof } from '../../../shared/protocol/runner';
import { Emitter } from '../../util/emitter';
import { toDisposable, type Disposable } from '../../util/lifetime';
import { isProvedBy, newChallenge } from '../../util/keys/runnerKey';
import { OpenOrders, type Commit } from '../attention/openOrders';

type Distributive<T> = T extends unknown ? Omit<T, 'order'> : never;
/** An order without its number. */
type NewRunnerOrder = Distributive<RunnerOrder>;

/** A runner's stream of events while it is connected. */
interface RunnerReader {
  send(event: RunnerEvent): void;
  end(): void;
}

/** A connection that claims to be a session's runner; `proof` is set after it proved its key. */
interface RunnerConnection {
  readonly reader: RunnerReader;
  readonly challenge: string;
  proof?: Pick<RunnerProof, 'publicKey' | 'certificate'>;
}

export interface RunnersParts {
  /** Name of the running hub; each start has a different one. */
  readonly hub: string;
  /**
   * True if a known window signed the key for the session, even if an earlier hub was running then.
   */
  readonly isCertified: (
    sessionId: string,
    proof: Pick<RunnerProof, 'publicKey' | 'certificate'>,
  ) => boolean;
  /**
   * True if the session is known to run without a runner; connections then cannot be its runner.
   */
  readonly isElsewhere?: (sessionId: string) => boolean;
}

/** Interval of `alive` events in ms, by which a runner notices a hub that hangs. */
const aliveMs = 3_000;
/** Time in ms within which a runner must accept an order. */
const answerMs = 3_000;

/** True if the session runs in a terminal; the client of a runner reports another entry point. */
export function isInTerminal(
  session: Pick<LiveSession, 'pid' | 'entrypoint'> | undefined,
): boolean {
  return session?.pid !== undefined && entrypointKind(session.entrypoint) === 'terminal';
}

/**
 * The processes that run sessions without a terminal, and their open orders. A connection is a
 * session's runner once it has proved a key that a window certified when it started the runner.
 */
export class Runners implements Disposable {
  /** Connections of each session, oldest first. */
  private readonly connections = new Map<string, readonly RunnerConnection[]>();
  private readonly orders = new OpenOrders<boolean>(false);
  private readonly heartbeat = setInterval(() => this.sendAlive(), aliveMs);

  private readonly changes = new Emitter<string>();
  /** Fires with the id of a session whose runner connected or disconnected. */
  readonly onDidChange = this.changes.event;

  constructor(private readonly parts: RunnersParts) {}

  has(sessionId: string): boolean {
    return this.runnerOf(sessionId) !== undefined;
  }

  /**
   * True if the challenge is that of the session's runner; each connection gets a different one.
   */
  isRunner(sessionId: string, challenge: string): boolean {
    return this.runnerOf(sessionId)?.challenge === challenge;
  }

  /** Adds a connection; until it is proved it gets only `alive` events and the challenge. */
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
      this.orders.cancelOrders(sessionId);
      this.changes.fire(sessionId);
    });
  }

  /**
   * Checks a connection's proof; returns false if it was not made for a connection of the session.
   */
  prove(sessionId: string, proof: RunnerProof): boolean {
    const { challenge, publicKey, certificate } = proof;
    const connection = this.connectionsOf(sessionId).find((one) => one.challenge === challenge);
    const { hub } = this.parts;
    if (connection === undefined || !isProvedBy(proof, { hub, sessionId, challenge })) return false;
    connection.proof = { publicKey, certificate };
    if (this.runnerOf(sessionId) === connection) this.changes.fire(sessionId);
    return true;
  }

  /**
   * Must be called after the known keys changed, since a different connection may be the runner.
   */
  onKeys(): void {
    for (const sessionId of this.connections.keys()) this.changes.fire(sessionId);
  }

  /**
   * Sends an order to the session's runner; resolves with true once the runner accepts it. `commit`
   * works as in `OpenOrders`.
   */
  sendOrder(sessionId: string, order: NewRunnerOrder, commit?: Commit): Promise<boolean> {
    const runner = this.runnerOf(sessionId);
    if (runner === undefined) return Promise.resolve(false);
    const send = (id: string): void =>
      runner.reader.send({ type: 'order', data: { ...order, order: id } });
    return this.orders.ask(sessionId, answerMs, send, commit);
  }

  /**
   * Resolves with false if the answer is late or its order id is wrong; only the runner knows the
   * id.
   */
  acceptAnswer(sessionId: string, order: string): Promise<boolean> {
    return this.orders.answer(sessionId, order, true);
  }

  /** Ends all connections; the runners then search for the next hub. */
  dispose(): void {
    clearInterval(this.heartbeat);
    this.orders.cancelOrders();
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

  /** Returns the newest proved connection, which runs the session. */
  private runnerOf(sessionId: string): RunnerConnection | undefined {
    if (!this.connections.has(sessionId) || this.parts.isElsewhere?.(sessionId) === true) {
      return undefined;
    }
    return this.connectionsOf(sessionId).findLast(
      ({ proof }) => proof !== undefined && this.parts.isCertified(sessionId, proof),
    );
  }

  private sendAlive(): void {
    for (const { reader } of this.all) reader.send({ type: 'alive', data: {} });
  }
}
