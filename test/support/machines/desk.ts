import assert from 'node:assert/strict';
import { HubLink } from '../../../src/extension/link/hubLink';
import { silentLog } from '../../../src/extension/util/log';
import { requestDigest } from '../../../src/extension/util/keys/signing';
import type { DecideAnswer, Decision } from '../../../src/shared/protocol/control';
import type { MachineCard } from '../../../src/shared/protocol/machines/machineNews';
import type { MachineSetting } from '../../../src/shared/protocol/machines/setting';
import type { LiveSession, PendingRequest } from '../../../src/shared/protocol/protocol';
import { freePorts } from '../hub/wire/freePorts';
import { removeHome, tempHome } from '../hub/tempHome';
import { until } from '../until';

/** A window whose hub shows sessions of other machines. */
export class Desk {
  private constructor(
    readonly home: string,
    readonly link: HubLink,
  ) {}

  /**
   * `searchPath` is where the hub finds the commands that connect to machines. `ports` are needed
   * if another desk connects to this one, as it looks for hubs at the default ports.
   */
  static async start(
    script: string,
    {
      searchPath,
      ports,
      home: ownHome,
    }: {
      readonly searchPath?: string;
      readonly ports?: readonly number[];
      /** Replaces a new config home. */
      readonly home?: string;
    } = {},
  ): Promise<Desk> {
    const home = ownHome ?? (await tempHome());
    const before = process.env['PATH'];
    // The hub is a thread of this process and copies the environment at its start.
    process.env['PATH'] = searchPath ?? before;
    try {
      const link = new HubLink({
        configHome: home,
        script,
        log: silentLog,
        ports: ports ?? (await freePorts(2)),
      });
      link.start();
      const desk = new Desk(home, link);
      await until(
        () => link.board.connection,
        (connection) => assert.equal(connection, 'live'),
      );
      link.repeatedCalls.storeCall('offerControl', {
        label: 'the desk',
        enabled: true,
        disabledProjects: [],
      });
      return desk;
    } finally {
      process.env['PATH'] = before;
    }
  }

  /**
   * Sets the machines; repeats until the hub answers, like a window: a hub that starts twenty
   * commands may be late.
   */
  async show(...machines: readonly MachineSetting[]): Promise<void> {
    await until(
      () => this.link.hub.call('setMachines', { machines: [...machines], label: 'the desk' }),
      () => undefined,
    );
  }

  /** Sets the config homes of other accounts, and no machines. */
  async showAccounts(...accounts: readonly string[]): Promise<void> {
    await until(
      () =>
        this.link.hub.call('setMachines', {
          machines: [],
          accounts: [...accounts],
          label: 'the desk',
        }),
      () => undefined,
    );
  }

  /** Removes all machines; resolves once the board has none. */
  async clear(): Promise<void> {
    await this.show();
    await until(
      () => [this.link.board.summary.machines ?? [], this.link.board.sessions],
      (left) => assert.deepEqual(left, [[], []]),
    );
  }

  /** Card of the machine at that index of the setting, once the assertion holds. */
  async card(
    assertion: (card: MachineCard) => void,
    { at = 0, ms = 30_000 }: { readonly at?: number; readonly ms?: number } = {},
  ): Promise<MachineCard> {
    const card = await until(
      () => this.link.board.summary.machines?.[at],
      (one) => {
        assert.ok(one);
        assertion(one);
      },
      ms,
    );
    assert.ok(card);
    return card;
  }

  connected(at = 0): Promise<MachineCard> {
    return this.card(
      ({ status, fault, detail }) => assert.equal(status, 'connected', `${fault} ${detail}`),
      { at },
    );
  }

  /** A session of the board for which the assertion holds. */
  async session(assertion: (session: LiveSession) => void, ms = 30_000): Promise<LiveSession> {
    return until(
      () => {
        const fitting = this.link.board.sessions.find((one) => holds(assertion, one));
        if (fitting !== undefined) return fitting;
        const [first] = this.link.board.sessions;
        assert.ok(first, 'There is no session.');
        assertion(first);
        return first;
      },
      () => undefined,
      ms,
    );
  }

  /** Answers the request of a session as the hub currently shows it. */
  async decide(sessionId: string, decision: Decision): Promise<DecideAnswer> {
    return this.answer(sessionId, await this.link.hub.call('request', { sessionId }), decision);
  }

  /** Answers a request that was read earlier. */
  answer(sessionId: string, request: PendingRequest, decision: Decision): Promise<DecideAnswer> {
    const call = request.call?.id ?? '';
    return this.link.hub.call('decide', {
      sessionId,
      call,
      shown: requestDigest(request),
      decision,
    });
  }

  async stop(): Promise<void> {
    await this.link.shutdown();
    await removeHome(this.home);
  }
}

function holds(assertion: (session: LiveSession) => void, session: LiveSession): boolean {
  try {
    assertion(session);
    return true;
  } catch {
    return false;
  }
}
