import { HubLink } from '../../../../src/extension/link/hubLink';
import { EditorKeys } from '../../../../src/extension/util/keys/editorKeys';
import { Emitter } from '../../../../src/extension/util/emitter';
import { silentLog, type Log } from '../../../../src/extension/util/log';
import { requestDigest } from '../../../../src/extension/util/keys/signing';
import { Decider } from '../../../../src/extension/views/control/decide';
import { WindowOffer } from '../../../../src/extension/views/control/controlState';
import { followMachines } from '../../../../src/extension/views/machines/machinesSetting';
import { secretsIn } from './secretsInFile';

/** Home, ports, release, secrets and settings of a window. */
export interface WindowPlan {
  readonly home: string;
  /** The hub's bundle. */
  readonly script: string;
  readonly ports: readonly number[];
  readonly phonePorts: readonly number[];
  readonly release: string;
  /** File with the secrets of its editor. */
  readonly secrets: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly isTrusted: boolean;
}

/** State of a window, sent whenever it changes; sessions by their ids. */
export interface WindowReport {
  readonly connection: string;
  readonly status: string;
  /** Sessions whose requests this window can answer. */
  readonly answerable: readonly string[];
  /** Sessions whose requests are held. */
  readonly waiting: readonly string[];
  readonly machines: readonly string[];
}

/** Receives the reports and log lines of a window. */
export interface WindowListener {
  readonly report: (report: WindowReport) => void;
  readonly note: (message: string) => void;
}

/** A window without an editor: its link to the hub, its offer to answer, its settings. */
export class BareWindow {
  private readonly link: HubLink;
  private readonly decider: Decider;
  private last = '';

  constructor(
    plan: WindowPlan,
    private readonly listener: WindowListener,
  ) {
    const { note } = listener;
    const log: Log = { ...silentLog, info: note, warn: note, error: note };
    const { home, script, ports, phonePorts, release, secrets, settings, isTrusted } = plan;
    const keys = new EditorKeys(secretsIn(secrets), log);
    const link = new HubLink({ configHome: home, script, ports, phonePorts, release, keys, log });
    const values = { get: (id: string) => settings[id], onDidChange: new Emitter<never>().event };
    const workspace = {
      isTrusted,
      name: undefined,
      home,
      onDidGrantTrust: new Emitter<void>().event,
    };
    const control = new WindowOffer(values, workspace, link.repeatedCalls, link.keys);
    followMachines({
      settings: values,
      repeatedCalls: link.repeatedCalls,
      say: note,
      label: 'Window',
    });
    this.link = link;
    this.decider = new Decider({ board: link.board, hub: link.hub, control });
    const report = (): void => this.report(control.status);
    link.board.onDidChange(report);
    control.onDidChange(report);
    report();
    link.start();
  }

  allow(sessionId: string): void {
    this.decide(sessionId).catch((error: unknown) => this.listener.note(String(error)));
  }

  /** Shuts down like a window that the editor closes or reloads. */
  close(): Promise<void> {
    return this.link.shutdown();
  }

  private async decide(sessionId: string): Promise<void> {
    const { link, decider } = this;
    const target = decider.targetOf(link.board.get(sessionId)!);
    const request = await link.hub.call('request', { sessionId });
    const shown = requestDigest(request);
    const problem =
      target === undefined
        ? 'not answered here'
        : await decider.decide({ ...target, shown }, { kind: 'allow' });
    if (problem !== undefined) this.listener.note(`not allowed: ${problem}`);
  }

  private report(status: string): void {
    const { connection, sessions, summary } = this.link.board;
    const current: WindowReport = {
      connection,
      status,
      answerable: sessions.flatMap((one) => (this.decider.callOf(one) ? one.sessionId : [])),
      waiting: sessions.flatMap(({ sessionId, pendingRequest }) =>
        pendingRequest?.call?.fate === 'open' ? sessionId : [],
      ),
      machines: (summary.machines ?? []).map(({ name }) => name),
    };
    const line = JSON.stringify(current);
    if (line !== this.last) this.listener.report(current);
    this.last = line;
  }
}
