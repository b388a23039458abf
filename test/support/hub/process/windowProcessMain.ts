import { createInterface } from 'node:readline';
import { HubLink } from '../../../../src/extension/link/hubLink';
import { EditorKeys } from '../../../../src/extension/util/editorKeys';
import { Emitter } from '../../../../src/extension/util/emitter';
import { silentLog, type Log } from '../../../../src/extension/util/log';
import { requestDigest } from '../../../../src/extension/util/signing';
import { Decider } from '../../../../src/extension/views/control/decide';
import { WindowOffer } from '../../../../src/extension/views/control/controlState';
import { followMachines } from '../../../../src/extension/views/machines/machinesSetting';
import { secretsIn } from './secretsInFile';
import type { WindowPlan, WindowReport } from './windowProcess';

/** A window of an editor without the editor: its link to the hub, its offer to answer, its settings. */
function main(plan: WindowPlan): void {
  const write = (line: string): void => void process.stdout.write(`${line}\n`);
  const note = (message: string): void => write(`# ${message}`);
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
  const control = new WindowOffer(values, workspace, link.kept, link.keys);
  followMachines({ settings: values, kept: link.kept, say: note, label: 'Window' });
  const decider = new Decider({ board: link.board, hub: link.hub, control });
  let last = '';
  const report = (): void => {
    const { connection, sessions, summary } = link.board;
    const told: WindowReport = {
      connection,
      status: control.status,
      answerable: sessions.flatMap((one) => (decider.callOf(one) ? one.sessionId : [])),
      waiting: sessions.flatMap(({ sessionId, pendingRequest }) =>
        pendingRequest?.call?.fate === 'open' ? sessionId : [],
      ),
      machines: (summary.machines ?? []).map(({ name }) => name),
    };
    const line = JSON.stringify(told);
    if (line !== last) write((last = line));
  };
  link.board.onDidChange(report);
  control.onDidChange(report);
  report();
  link.start();

  const allow = async (sessionId: string): Promise<void> => {
    const target = decider.targetOf(link.board.get(sessionId)!);
    const request = await link.hub.call('request', { sessionId });
    const shown = requestDigest(request);
    const problem =
      target === undefined
        ? 'not answered here'
        : await decider.decide({ ...target, shown }, { kind: 'allow' });
    if (problem !== undefined) note(`not allowed: ${problem}`);
  };
  const input = createInterface({ input: process.stdin });
  input.on('line', (line) => {
    if (line === 'close') void link.shutdown().then(() => process.exit(0));
    else void allow(line).catch((error: unknown) => note(String(error)));
  });
  // Whoever has started it is gone.
  input.once('close', () => process.exit(0));
}

main(JSON.parse(process.argv[2] ?? '') as WindowPlan);
