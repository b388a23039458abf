import { setTimeout as pause } from 'node:timers/promises';
import type { AccountLimits } from '../../shared/protocol/session/limit';
import { routes } from '../../shared/protocol/protocol';
import type { RunnerKey, RunnerOrder } from '../../shared/protocol/runner';
import { callHub, readJsonBody } from '../link/callHub';
import { HubClient, type Calls } from '../link/hubClient';
import { findRunningHub } from '../link/runningHub';
import type { ReachableHub } from '../util/hub/reachableHub';
import { hubName } from '../util/hub/provingKey';
import { runnerProof } from '../util/keys/runnerKey';
import { afterRunning } from '../util/runningTime';

/** Interval between searches for a hub, in ms; after a hub ends, another window starts the next one. */
const searchMs = 500;
/**
 * A connection that stays silent for this long, in ms, is treated as dead; the hub sends an event
 * every few seconds.
 */
const silenceMs = 10_000;
/**
 * Delay, in ms, before a question that the hub returned undecided is sent again: another window may
 * offer to answer by then.
 */
const retryMs = 2_000;

/**
 * A runner's connection to whichever hub serves the config home: receives orders and asks for
 * permission decisions.
 */
export class HubConnection {
  private readonly aborter = new AbortController();
  /**
   * Time of the last event from a hub, in ms of `performance.now`, so that a change of the system
   * clock ends no session.
   */
  heardAt = performance.now();
  private limits: AccountLimits | undefined;
  /** The hub that has verified this runner's key, and the challenge it used. */
  private proved: { readonly hub: Calls<'tellLimits'>; readonly challenge: string } | undefined;

  constructor(
    private readonly configHome: string,
    private readonly sessionId: string,
    private readonly key: RunnerKey,
    private readonly carryOut: (order: RunnerOrder) => void,
  ) {}

  /** Settles when the connection is closed. */
  async run(): Promise<void> {
    const { signal } = this.aborter;
    while (!signal.aborted) {
      const hub = await findRunningHub(this.configHome);
      if (hub !== undefined) await this.listen(hub).catch(() => undefined);
      await pause(searchMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Repeats the question until somebody decides; undefined if the question was withdrawn. */
  async decide(payload: object, withdrawn: AbortSignal): Promise<unknown> {
    const signal = AbortSignal.any([withdrawn, this.aborter.signal]);
    for (let isRetry = false; !signal.aborted; isRetry = true) {
      const hub = await findRunningHub(this.configHome);
      const answer =
        hub && (await this.requestOrders(hub, payload, isRetry, signal).catch(() => undefined));
      if (answer !== undefined) return answer;
      await pause(hub === undefined ? searchMs : retryMs, undefined, { signal }).catch(
        () => undefined,
      );
    }
    return undefined;
  }

  /** Reports the used share of the account's limits to this hub and to each later one. */
  reportLimits(limits: AccountLimits): void {
    this.limits = limits;
    void this.sendLimits();
  }

  close(): void {
    this.aborter.abort();
  }

  private async requestOrders(
    hub: ReachableHub,
    payload: object,
    isRetry: boolean,
    signal: AbortSignal,
  ): Promise<unknown> {
    const response = await callHub(hub, {
      route: `${routes.hook}?wait=1`,
      body: payload,
      headers: { 'x-sent-at': String(Date.now()), ...(isRetry && { 'x-again': '1' }) },
      signal,
    });
    const answer = await readJsonBody(response);
    return response.statusCode === 200 ? answer : undefined;
  }

  private async listen(reachable: ReachableHub): Promise<void> {
    const { sessionId } = this;
    const hub = new HubClient<'runner'>({ hub: () => reachable });
    const silence = new AbortController();
    const signal = AbortSignal.any([this.aborter.signal, silence.signal]);
    const startSilenceTimer = () => afterRunning(silenceMs, () => silence.abort());
    let cancelSilenceTimer = startSilenceTimer();
    try {
      for await (const event of hub.events('runnerOrders', { sessionId }, signal)) {
        this.heardAt = performance.now();
        cancelSilenceTimer();
        cancelSilenceTimer = startSilenceTimer();
        if (event.type === 'order') void this.claimOrder(hub, event.data);
        if (event.type === 'prove') void this.proveStart(hub, event.data.challenge);
      }
    } finally {
      this.proved = undefined;
      cancelSilenceTimer();
    }
  }

  /**
   * Proves that a window started this runner, so that another process that knows the token receives
   * no orders.
   */
  private async proveStart(hub: HubClient<'runner'>, challenge: string): Promise<void> {
    const { sessionId, key } = this;
    const claim = { hub: hubName(hub.reachable.token), sessionId, challenge };
    try {
      await hub.call('proveRunner', { sessionId, ...runnerProof(key, claim) }, this.aborter.signal);
      this.proved = { hub, challenge };
      await this.sendLimits();
    } catch {
      // The hub is gone or rejects the key: the next hub sends its own challenge.
    }
  }

  private async sendLimits(): Promise<void> {
    const { proved, limits, sessionId } = this;
    if (proved === undefined || limits === undefined) return;
    // A lost report is not retried: the next reply of the model brings a newer one.
    const { hub, challenge } = proved;
    await hub
      .call('tellLimits', { sessionId, challenge, limits }, this.aborter.signal)
      .catch(() => undefined);
  }

  /**
   * Claims an order and carries it out only if the hub grants it; an expired order is not granted,
   * because the person was already notified of its failure.
   */
  private async claimOrder(hub: Calls<'takeOrder'>, order: RunnerOrder): Promise<void> {
    const { sessionId } = this;
    const granted = await hub
      .call('takeOrder', { sessionId, order: order.order }, this.aborter.signal)
      .then(
        () => true,
        () => false,
      );
    if (granted) this.carryOut(order);
  }
}
