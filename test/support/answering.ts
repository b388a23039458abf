import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { DecideAnswer, Decision } from '../../src/shared/protocol/control';
import type { LiveSession, PendingRequest } from '../../src/shared/protocol/protocol';
import type { IsolatedHome } from './claude/isolatedHome';
import type { ScriptedApi } from './claude/scriptedApi';
import type { ClientSession } from './claude/session';
import { ClientStage } from './claude/stage';
import { until } from './until';
import type { WatchedHub } from './watchedHub';

/** The real client in a terminal, with a hub whose only window is the test. */
export class Answering {
  private constructor(
    private readonly stage: ClientStage,
    readonly hub: WatchedHub,
    readonly session: ClientSession,
  ) {}

  static async start(): Promise<Answering> {
    const stage = await ClientStage.open();
    const hub = await stage.hub();
    const session = await stage.client();
    await hub.waitFor('the session', () => true);
    await hub.offerControl();
    return new Answering(stage, hub, session);
  }

  stop(): Promise<void> {
    return this.stage.close();
  }

  get api(): ScriptedApi {
    return this.stage.api;
  }

  get home(): IsolatedHome {
    return this.stage.home;
  }

  get id(): string {
    return this.session.sessionId ?? '';
  }

  /** The card's request that matches, once it can be answered. */
  async request(fits: (request: PendingRequest) => boolean = () => true): Promise<PendingRequest> {
    const { pendingRequest } = await this.hub.waitFor('an answerable request', (session) => {
      const request = session.pendingRequest;
      return request?.call?.answerable === true && fits(request);
    });
    assert.ok(pendingRequest);
    return pendingRequest;
  }

  decide(decision: Decision): Promise<DecideAnswer> {
    return this.hub.decide(this.id, decision);
  }

  /** Sends a decision for a request as it was read earlier, whatever the card shows now. */
  decideOn(request: PendingRequest, decision: Decision): Promise<DecideAnswer> {
    return this.hub.decideOn(this.id, request, decision);
  }

  settled(): Promise<LiveSession> {
    return this.hub.waitFor('no request', ({ pendingRequest }) => pendingRequest === undefined);
  }

  /** Waits until no relay process of this home is waiting for a decision. */
  async nobodyWaits(): Promise<void> {
    const own = `${this.home.configHome}/mission-control`;
    await until(
      () => {
        const { stdout } = spawnSync('ps', ['-eo', 'args='], { encoding: 'utf8' });
        return stdout.split('\n').filter((line) => line.includes(own) && !line.includes('rewake'));
      },
      (running) => assert.deepEqual(running, []),
    );
  }
}
