import assert from 'node:assert/strict';
import * as path from 'node:path';
import { HookInstaller } from '../../src/extension/hookInstaller/installer';
import { startHub, type HubOptions, type RunningHub } from '../../src/extension/hub/hub';
import { BoardReplica } from '../../src/extension/link/boardReplica';
import { HubClient } from '../../src/extension/link/hubClient';
import { StreamClient } from '../../src/extension/link/streamClient';
import { silentLog } from '../../src/extension/util/log';
import { requestDigest } from '../../src/extension/util/keys/signing';
import type { ControlOffer, DecideAnswer, Decision } from '../../src/shared/protocol/control';
import type {
  PromptAnswer,
  PromptChange,
  SessionAct,
  SessionActOutcome,
} from '../../src/shared/protocol/prompts';
import type { AgentState, LiveSession, PendingRequest } from '../../src/shared/protocol/protocol';
import type { Order } from '../../src/shared/protocol/windows';
import type { GrantRule, GrantTerms, GrantUse } from '../../src/shared/protocol/work/grants';
import { grantChoices } from '../../src/shared/request/grantChoices';
import { ChangeNotifier } from './realClient/changeNotifier';
import { aPresence } from './hub/aWindow';
import { sharedReading } from './hub/process/sharedReading';
import { freePort } from './hub/wire/freePorts';
import { testKeys, testSigner } from './hub/testSigner';
import { threadScripts } from './hub/process/threadScripts';
import { countStart } from './startCounts';
import { until } from './until';

/** A state that the stream reported, and when it arrived. */
export interface ReportedState {
  readonly at: number;
  readonly sessionId: string;
  readonly state: AgentState;
  /** Time of the deciding signal, by its sender's clock. */
  readonly signalAt: number;
}

/** A session that the stream removed, and when. */
export interface ReportedRemoval {
  readonly at: number;
  readonly sessionId: string;
}

const window = 'watcher';

/** A hub of a config home and everything that its stream reports. */
export class WatchedHub {
  readonly board = new BoardReplica();
  readonly told: ReportedState[] = [];
  readonly removed: ReportedRemoval[] = [];
  private readonly stream: StreamClient;
  private readonly changes = new ChangeNotifier();
  private readonly calls: HubClient<'window'>;
  private obey: ((order: Order) => void) | undefined;

  private constructor(readonly hub: RunningHub) {
    const listener: ConstructorParameters<typeof StreamClient>[1] = {
      onEvent: (event) => {
        if (event.type === 'snapshot') this.note(event.data.sessions);
        if (event.type === 'sessions') this.note(event.data);
        if (event.type === 'removed') {
          for (const sessionId of event.data) this.removed.push({ at: Date.now(), sessionId });
        }
        this.board.apply(event);
        this.changes.notify();
      },
      onMessage: (message) => {
        if (message.type === 'order') void this.take(message.data);
      },
      onEnd: () => undefined,
    };
    this.stream = new StreamClient(hub.reach, listener, window);
    const signer = () => Promise.resolve(testSigner);
    const stream = () => this.stream.number;
    this.calls = new HubClient({ hub: () => hub.reach, window, stream, signer });
  }

  /** `boot` simulates another run of the machine. */
  static async start(
    configHome: string,
    options: Pick<
      HubOptions,
      'agents' | 'boot' | 'controlTimes' | 'firstBoardMs' | 'startReading'
    > = {},
  ): Promise<WatchedHub> {
    countStart('hub in the test process');
    return new WatchedHub(
      await startHub({
        configHome,
        port: await freePort(),
        scripts: threadScripts(),
        startReading: sharedReading,
        log: silentLog,
        keys: testKeys(),
        ...options,
      }),
    );
  }

  /** Resolves once the stream has sent its first event. */
  async live(): Promise<void> {
    await until(
      () => this.board.connection,
      (connection) => assert.equal(connection, 'live'),
    );
  }

  /** Resolves with the first session, now or later, that fits. */
  waitFor(
    what: string,
    fits: (session: LiveSession) => boolean,
    timeoutMs = 40_000,
  ): Promise<LiveSession> {
    return this.changes.waitFor(
      () => this.board.sessions.find(fits),
      timeoutMs,
      () => {
        const last = this.told.slice(-8).map(({ state }) => `${state.state} (${state.source})`);
        const prompts = this.board.sessions.flatMap(({ pid, prompting }) =>
          prompting === undefined ? [] : [{ pid, ...prompting }],
        );
        const queues = prompts.length === 0 ? '' : `; prompts: ${JSON.stringify(prompts)}`;
        return `${what} was not told in ${timeoutMs} ms; last: ${last.join(', ')}${queues}`;
      },
    );
  }

  /** Offers control like a window; `change` overrides parts of the offer. */
  async offerControl(change: Partial<ControlOffer> = {}): Promise<void> {
    const offer = { label: 'the watcher', enabled: true, disabledProjects: [], ...change };
    await this.calls.call('offerControl', offer);
  }

  /**
   * Registers terminals by the process ids of their shells, like an editor's window; `obey` handles
   * orders to them.
   */
  async holdTerminals(terminals: number[], obey: (order: Order) => void): Promise<void> {
    this.obey = obey;
    await this.calls.call('tellPresence', aPresence({ terminals }));
  }

  async changePrompts(sessionId: string, change: PromptChange): Promise<PromptAnswer> {
    return this.calls.call('changePrompts', { sessionId, change });
  }

  async act(sessionId: string, act: SessionAct): Promise<SessionActOutcome> {
    return (await this.calls.call('act', { sessionId, act })).outcome;
  }

  /** Answers the request on the session's card. */
  async decide(sessionId: string, decision: Decision): Promise<DecideAnswer> {
    return this.decideOn(sessionId, this.board.get(sessionId)?.pendingRequest, decision);
  }

  async decideOn(
    sessionId: string,
    request: PendingRequest | undefined,
    decision: Decision,
  ): Promise<DecideAnswer> {
    const whole = request?.whole === false ? await this.request(sessionId) : request;
    const shown = whole === undefined ? '' : requestDigest(whole);
    const call = request?.call?.id ?? '';
    return this.calls.call('decide', { sessionId, call, shown, decision });
  }

  /** Allows the request on the session's card, and others like it, by a rule that it offers. */
  async giveGrant(
    session: LiveSession,
    pick: (rules: readonly GrantRule[]) => GrantRule | undefined,
    terms: Partial<GrantTerms> = {},
  ): Promise<string> {
    const { sessionId, projectPath: project } = session;
    const request = await this.request(sessionId);
    const rule = pick(grantChoices(request, project).rules);
    assert.ok(rule, JSON.stringify(request.toolInput));
    const call = request.call?.id ?? '';
    const shown = requestDigest(request);
    const said = { sessionId, call, shown, rule, scope: 'session', project } as const;
    return (await this.calls.call('giveGrant', { ...said, ...terms })).grant;
  }

  endGrants(): Promise<void> {
    return this.calls.call('endGrants', {});
  }

  async grantUses(session: string): Promise<readonly GrantUse[]> {
    return (await this.calls.call('grantUses', { session })).uses;
  }

  /** The open request with everything that the client sent. */
  request(sessionId: string): Promise<PendingRequest> {
    return this.calls.call('request', { sessionId });
  }

  /** Returns the request on the session's card to its terminal. */
  async handBack(sessionId: string): Promise<void> {
    const call = this.board.get(sessionId)?.pendingRequest?.call?.id ?? '';
    await this.calls.call('handBack', { sessionId, call });
  }

  async stop(): Promise<void> {
    this.stream.dispose();
    this.board.dispose();
    await this.hub.close();
  }

  private async take(order: Order): Promise<void> {
    const taken = this.obey !== undefined && order.type !== 'notify';
    const granted = await this.calls.call('answerOrder', { order: order.order, taken }).then(
      () => true,
      () => false, // Too late.
    );
    if (granted && taken) this.obey?.(order);
  }

  private note(sessions: readonly LiveSession[]): void {
    const at = Date.now();
    for (const { sessionId, agentState, why } of sessions) {
      const signalAt = Date.parse(why[0]?.at ?? '') || at;
      this.told.push({ at, sessionId, state: agentState, signalAt });
    }
  }
}

/** Installs the hooks like the product, for a client of that version. */
export async function installHooks(
  configHome: string,
  client: { readonly path: string; readonly version: string },
): Promise<void> {
  const relaySource = path.join(__dirname, '..', '..', 'hooks');
  const findClient = (): Promise<typeof client> => Promise.resolve(client);
  const installer = new HookInstaller({ configHome, relaySource, log: silentLog, findClient });
  await installer.install(await installer.previewInstall());
}
