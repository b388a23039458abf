import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { hookAnswer } from '../../../src/extension/agents/claude/hooks/hookAnswer';
import { ControlOffers } from '../../../src/extension/hub/control/controlOffers';
import { RequestTraces } from '../../../src/extension/hub/control/requestTrace';
import { WaitingCalls } from '../../../src/extension/hub/control/waitingCalls';
import { giveGrant } from '../../../src/extension/hub/grants/giveGrant';
import type { GrantClock } from '../../../src/extension/hub/grants/grantClock';
import { Grants } from '../../../src/extension/hub/grants/grants';
import { GrantStore } from '../../../src/extension/hub/grants/grantStore';
import { Ledger } from '../../../src/extension/hub/grants/ledger';
import { restoreGrants } from '../../../src/extension/hub/grants/restoreGrants';
import { createSealCheck } from '../../../src/extension/hub/grants/sealCheck';
import type { Boot } from '../../../src/extension/hub/ingest/boot';
import { Refusal } from '../../../src/extension/hub/serve/refusal';
import { KnownKeys } from '../../../src/extension/hub/signed/knownKeys';
import { Seals } from '../../../src/extension/hub/signed/seals';
import { Emitter } from '../../../src/extension/util/emitter';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { silentLog } from '../../../src/extension/util/log';
import {
  newPrivateKey,
  requestDigest,
  withSeal,
  signerOf,
} from '../../../src/extension/util/keys/signing';
import type { Seal } from '../../../src/shared/protocol/keys';
import { windowOfPhone } from '../../../src/shared/protocol/phoneWindow';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { phoneChannel } from '../../../src/shared/protocol/signed';
import type {
  GiveGrantIntent,
  GrantCard,
  GrantRule,
  GrantTerms,
  GrantUse,
} from '../../../src/shared/protocol/work/grants';
import { FakeCaller } from '../fakes/fakeCaller';
import { testSigner } from '../hub/testSigner';
import { aSession } from '../sessionBuilder';

/** Clocks that a test sets; timers run only while the computer does. */
export class FakeGrantClock implements GrantClock {
  wall = Date.now();
  up = 1_000_000;
  private timers: { readonly at: number; readonly act: () => void }[] = [];
  private ran = 0;

  now(): number {
    return this.wall;
  }

  uptime(): number {
    return this.up;
  }

  after(ms: number, act: () => void) {
    const timer = { at: this.ran + ms, act };
    this.timers.push(timer);
    return { dispose: () => void (this.timers = this.timers.filter((one) => one !== timer)) };
  }

  /** Lets time pass while the computer runs. */
  run(ms: number): void {
    const end = this.ran + ms;
    while (this.ran < end) {
      const step = Math.min(100, end - this.ran);
      this.ran += step;
      this.wall += step;
      this.up += step;
      const due = this.timers.filter(({ at }) => at <= this.ran);
      this.timers = this.timers.filter((one) => !due.includes(one));
      for (const { act } of due) act();
    }
  }

  /** Suspends the computer; on some systems the second clock stops meanwhile. */
  sleep(ms: number, isCounted: boolean): void {
    this.wall += ms;
    if (isCounted) this.up += ms;
  }
}

export interface AskedCall {
  readonly id: string;
  readonly caller: FakeCaller;
}

const hubOf = (start: number) => `hub ${start}`;

/**
 * The grants of a hub with real files, signatures and held calls, whose board and clocks a test
 * sets; `restart` starts the next hub on the same files.
 */
export class GrantDesk {
  readonly clock = new FakeGrantClock();
  readonly keys = new KnownKeys([testSigner.publicKey]);
  boot: Boot = { id: 'boot', at: 0 };
  offers = new ControlOffers();
  calls!: WaitingCalls;
  grants!: Grants;
  store!: GrantStore;
  ledger!: Ledger;
  private readonly sessions = new Map<string, LiveSession>();
  private changes!: Emitter<{
    readonly changed: readonly LiveSession[];
    readonly removed: readonly string[];
  }>;
  /** A phone whose key the hub knows while it may answer. */
  readonly phone = { id: 'P'.repeat(22), signer: signerOf(newPrivateKey()) };
  /** Window in which grants are given; the phone's if it is another. */
  givesIn = 'window';
  private seals!: Seals;
  private starts = 0;
  private parts!: Parameters<typeof giveGrant>[0];

  private constructor(readonly root: string) {}

  static async start(): Promise<GrantDesk> {
    const root = await realpath(await mkdtemp(path.join(tmpdir(), 'grant-desk-')));
    for (const folder of ['shop/src', 'home', 'other'])
      await mkdir(path.join(root, folder), { recursive: true });
    const desk = new GrantDesk(root);
    await desk.startHub();
    return desk;
  }

  get project(): string {
    return path.join(this.root, 'shop');
  }

  get folder(): PrivateFolder {
    return new PrivateFolder(path.join(this.root, 'home'));
  }

  get cards(): readonly GrantCard[] {
    return this.grants.summaryAt().grants ?? [];
  }

  get living(): readonly GrantCard[] {
    return this.cards.filter(({ ended }) => ended === undefined);
  }

  /** Starts the next hub on the same files, which `between` may change. */
  async restart(between?: () => Promise<unknown>): Promise<void> {
    await this.stopHub();
    await between?.();
    this.sessions.clear();
    await this.startHub();
  }

  private async startHub(): Promise<void> {
    this.starts += 1;
    this.changes = new Emitter();
    this.offers = new ControlOffers();
    this.offers.open();
    this.offer('window');
    this.calls = new WaitingCalls({
      offers: this.offers,
      traces: new RequestTraces(silentLog),
      onChange: (sessionId) => this.refresh(sessionId),
      onEnd: () => undefined,
      clock: () => this.clock.now(),
    });
    this.store = new GrantStore(this.folder, () => undefined);
    this.ledger = new Ledger(new PrivateFolder(this.folder.file('grants')), () => this.clock.now());
    const hub = hubOf(this.starts);
    this.seals = new Seals({
      keys: this.keys,
      hub,
      phones: () => [{ id: this.phone.id, signingKey: this.phone.signer.publicKey }],
      clock: () => this.clock.now(),
    });
    const isSealed = createSealCheck(this.seals, this.keys);
    const board = {
      get: (id: string) => this.sessions.get(id),
      isLive: (id: string) => this.sessions.has(id),
      touch: (id: string) => this.refresh(id),
      touchAll: () => {
        for (const id of this.sessions.keys()) this.refresh(id);
      },
      onDidChange: this.changes.event,
    };
    const { clock, store, ledger, calls, offers, boot } = this;
    const shared = { clock, store, board, isSealed };
    this.grants = new Grants({ ...shared, log: silentLog, ledger, calls, offers });
    this.parts = {
      ...shared,
      control: { calls, offers },
      hub,
      host: 'host',
      grants: this.grants,
      boot,
    };
    const stored = await store.load('host', boot);
    const counts = await ledger.counts();
    this.grants.load((await restoreGrants(stored, { clock, isSealed, counts })).valid);
  }

  private async stopHub(): Promise<void> {
    this.grants.dispose();
    await this.grants.whenExamined();
    this.calls.dispose();
    this.offers.dispose();
    await this.ledger.flush();
    await this.store.flush();
  }

  /** Connects a window that offers to answer. */
  offer(window: string, enabled = true): void {
    this.offers.connect(window);
    const offer = { window, label: `the ${window}`, enabled, disabledProjects: [] };
    assert.ok(this.offers.acceptWithSettings(offer));
  }

  /** Connects the phone, which then gives the grants. */
  useThePhone(): void {
    this.keys.add([this.phone.signer.publicKey]);
    this.givesIn = windowOfPhone(this.phone.id);
    this.offer(this.givesIn);
  }

  put(sessionId: string, change: Partial<LiveSession> = {}): void {
    const before = this.sessions.get(sessionId);
    const { project } = this;
    const session = before ?? aSession({ sessionId, projectPath: project, pid: 100 });
    this.sessions.set(sessionId, { ...session, ...change });
    this.changes.fire({ changed: [{ ...session, ...change }], removed: [] });
  }

  remove(sessionId: string): void {
    this.sessions.delete(sessionId);
    this.changes.fire({ changed: [], removed: [sessionId] });
  }

  /** Holds a request of a session, and shows it on its card. */
  ask(
    toolName: string,
    toolInput: object,
    {
      sessionId = 's',
      cwd = this.project,
      agentId,
      card,
    }: {
      readonly sessionId?: string;
      readonly cwd?: string;
      readonly agentId?: string;
      readonly card?: Partial<LiveSession>;
    } = {},
  ): AskedCall {
    const caller = new FakeCaller();
    const project = this.project;
    const agentType = agentId === undefined ? undefined : 'Explore';
    const asked = { sessionId, agentId, agentType, cwd, project, toolName, toolInput };
    const id = this.calls.hold({ ...asked, suggestions: [], answer: hookAnswer }, caller);
    assert.ok(id !== undefined);
    this.put(sessionId, {
      ...card,
      pendingRequest: {
        requestId: id,
        toolName,
        toolInput,
        suggestions: [],
        whole: true,
        requestedAt: new Date(this.clock.now()).toISOString(),
        cwd,
        ...(agentId !== undefined && { agentId, agentType: 'Explore' }),
        ...card?.pendingRequest,
        call: this.calls.cardOf(id),
      },
    });
    return { id, caller };
  }

  /** Ends a session's requests; resolves with whether the hub had allowed the call. */
  async finish({ id, caller }: AskedCall, sessionId = 's'): Promise<boolean> {
    await this.answeredOr(this.grants.whenExamined(), caller);
    const isAllowed = caller.ended !== undefined && caller.ended !== 'released';
    if (!isAllowed) caller.hangUp();
    this.calls.reconcile(sessionId, { ids: [], freeSince: undefined, waitedAt: undefined });
    await this.grants.whenExamined();
    assert.equal(this.calls.cardOf(id), undefined);
    this.put(sessionId, { pendingRequest: undefined });
    return isAllowed;
  }

  async isAllowed(command: string, more: Parameters<GrantDesk['ask']>[2] = {}): Promise<boolean> {
    return this.finish(this.ask('Bash', { command }, more), more.sessionId);
  }

  /** Gives a grant on a new request for the tool; resolves with its id, or with the refusal. */
  async give(
    toolName: string,
    toolInput: object,
    rule: GrantRule,
    terms: Partial<GrantTerms> = {},
    sessionId = 's',
  ): Promise<string> {
    const { id, caller } = this.ask(toolName, toolInput, {
      sessionId,
      ...(terms.subagents === true && { agentId: 'a' }),
    });
    const agent = terms.subagents === true && { agentId: 'a', agentType: 'Explore' };
    const cwd = this.project;
    const shown = requestDigest({
      toolName,
      toolInput,
      cwd,
      suggestions: [],
      whole: true,
      ...agent,
    });
    const { project } = this;
    const said = {
      call: id,
      shown,
      window: this.givesIn,
      rule,
      scope: 'session',
      project,
    } as const;
    const intent: GiveGrantIntent = { ...said, ...terms };
    const seal = this.accepted(sessionId, intent);
    const given = giveGrant(this.parts, { sessionId, ...intent }, seal);
    await this.answeredOr(given, caller);
    if (caller.ended === undefined) caller.hangUp();
    this.calls.reconcile(sessionId, { ids: [], freeSince: undefined, waitedAt: undefined });
    const outcome = await given;
    this.put(sessionId, { pendingRequest: undefined });
    return outcome instanceof Refusal ? outcome.error : outcome.grant;
  }

  /** Gives a grant for commands that begin with the first two words. */
  giveBeginning(command: string, terms?: Partial<GrantTerms>): Promise<string> {
    const words = command.split(' ').slice(0, 2);
    return this.give('Bash', { command }, { kind: 'beginning', words, cwd: this.project }, terms);
  }

  async uses(): Promise<readonly GrantUse[]> {
    const all: GrantUse[] = [];
    for (;;) {
      const { uses, more } = await this.ledger.uses({ skip: String(all.length) });
      all.push(...uses);
      if (more !== true) return all;
    }
  }

  async dispose(): Promise<void> {
    await this.stopHub();
    await rm(this.root, { recursive: true, force: true });
  }

  /** Signs a body, and has the hub accept the signature as its router does. */
  private accepted(session: string, body: GiveGrantIntent): Seal {
    const isOfPhone = body.window !== 'window';
    const channels = isOfPhone ? [phoneChannel('L'.repeat(43))] : undefined;
    const about = { act: 'giveGrant', hub: hubOf(this.starts), session, channels } as const;
    const signer = isOfPhone ? this.phone.signer : testSigner;
    const said = withSeal(signer, about, body, this.clock.now());
    const opened = this.seals.verifyAndOpen('giveGrant', session, said, channels?.[0]);
    assert.ok(!(opened instanceof Refusal), JSON.stringify(opened));
    return opened.seal;
  }

  /** Resolves when the caller was answered, at the latest with `end`. */
  private async answeredOr(end: Promise<unknown>, caller: FakeCaller): Promise<void> {
    await Promise.race([end, caller.whenEnded]);
  }

  private refresh(sessionId: string): void {
    const session = this.sessions.get(sessionId);
    const call = session?.pendingRequest?.call;
    if (session === undefined) return;
    const now = call && this.calls.cardOf(call.id);
    const { pendingRequest } = session;
    setImmediate(() => {
      if (this.sessions.get(sessionId) !== session) return;
      this.put(sessionId, {
        ...(pendingRequest && now && { pendingRequest: { ...pendingRequest, call: now } }),
      });
    });
  }
}
