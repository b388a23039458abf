import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { HubLink } from '../../../src/extension/link/hubLink';
import type { EditorKeys } from '../../../src/extension/util/keys/editorKeys';
import { silentLog } from '../../../src/extension/util/log';
import type { MachineSetting } from '../../../src/shared/protocol/machines/setting';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { freePorts } from '../hub/wire/freePorts';
import { aHook, sessionId } from '../hub/hooks';
import { hubTarget, postHook, type HookTarget } from '../hub/wire/hubTarget';
import { removeHome, tempHome } from '../hub/tempHome';
import { until } from '../until';
import { OtherMachine } from './otherMachine';

/** A window whose hub shows sessions of other machines, each with its own config home. */
export class MachineDesk {
  private readonly machines: OtherMachine[] = [];

  private constructor(
    readonly home: string,
    readonly link: HubLink,
    readonly ports: readonly number[],
    private readonly script: string,
  ) {}

  /** `script` is the hub's bundle, for the desk and for its machines. */
  static async open(script: string, keys?: EditorKeys): Promise<MachineDesk> {
    const home = await tempHome();
    const ports = await freePorts(2);
    const about = { configHome: home, script, log: silentLog, ports };
    const link = new HubLink({ ...about, ...(keys !== undefined && { keys }) });
    link.start();
    await until(
      () => link.board.connection,
      (connection) => assert.equal(connection, 'live'),
    );
    link.repeatedCalls.storeCall('offerControl', {
      label: 'the desk',
      enabled: true,
      disabledProjects: [],
    });
    return new MachineDesk(home, link, ports, script);
  }

  /** Creates machines with these names; resolves once all are connected. */
  async show(...names: readonly string[]): Promise<readonly OtherMachine[]> {
    for (const name of names) this.machines.push(await OtherMachine.make(name, this.script));
    await this.put(this.machines.map(({ setting }) => setting));
    return this.machines;
  }

  /** Changes the setting; resolves once all of the machines created here are connected. */
  async put(settings: readonly MachineSetting[]): Promise<void> {
    await this.link.hub.call('setMachines', { machines: [...settings], label: 'the desk' });
    const made = new Set(this.machines.map(({ setting }) => setting.name));
    await until(
      () => this.link.board.summary.machines ?? [],
      (cards) => {
        assert.equal(cards.length, settings.length);
        for (const { name, status, fault } of cards)
          if (made.has(name)) assert.equal(status, 'connected', fault);
      },
    );
  }

  /** A machine's session on the board, once the assertion holds. */
  session(
    machine: string,
    assertion: (session: LiveSession) => void = () => undefined,
  ): Promise<LiveSession> {
    return until(
      () => this.link.board.sessions.find((one) => one.machine?.name === machine),
      (one) => {
        assert.ok(one, `There is no session of ${machine}`);
        assertion(one);
      },
    ) as Promise<LiveSession>;
  }

  async close(): Promise<void> {
    await this.link.shutdown();
    await Promise.all(this.machines.map((machine) => machine.remove()));
    await removeHome(this.home);
  }
}

/** Writes a transcript into a config home, and reports the session to its hub. */
export async function beginSession(
  home: string,
  lines: readonly unknown[],
  id = sessionId,
): Promise<{ readonly file: string; readonly target: HookTarget }> {
  const file = path.join(home, 'projects', 'shop', `${id}.jsonl`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, linesText(lines));
  const target = await hubTarget(home);
  await postHook(target, aHook('SessionStart', { session_id: id, transcript_path: file }));
  return { file, target };
}

export function linesText(lines: readonly unknown[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
