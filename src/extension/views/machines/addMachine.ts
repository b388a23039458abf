import * as vscode from 'vscode';
import type { MachineSetting } from '../../../shared/protocol/machines/setting';
import { settingKey } from '../../../shared/protocol/machines/setting';
import { plainTitle } from '../../../shared/text/plainText';
import { counted, t } from '../../../shared/words/l10n';
import type { Events } from '../../link/hubClient';
import { commandIds } from '../../manifest';
import { escapeForNotification } from '../markdown';
import { run } from '../typedCommands';
import { askMachine, askName, machineMatcher, type ChosenMachine } from './askMachine';
import type { MachineActions } from './machineActions';
import type { MachineLines } from './machineLines';
import { actName, machineActs } from './machineRows';
import { typeInLocalTerminal } from './openRemoteTerminal';
import { failureText, stepsText, type TestFailed, type TestPassed } from './testSteps';
import { writeMachine } from './writeMachines';

export interface AddMachineParts {
  readonly hub: Events<'testMachine'>;
  readonly lines: Pick<MachineLines, 'all'>;
  readonly actions: Pick<MachineActions, 'copy'>;
  readonly addAccount: () => Promise<void>;
  /** Called after a fault was shown to the person. */
  readonly onTold: (key: string, fault: string) => void;
}

type Outcome = { readonly passed: TestPassed } | { readonly failed: TestFailed };

/**
 * Asks for a machine, tests the connection, and adds the machine to the board if the test passes or
 * the person adds it despite a failure.
 */
export async function addMachine(parts: AddMachineParts): Promise<void> {
  const chosen = await askMachine(machineMatcher(parts.lines.all), parts.addAccount);
  if (chosen === undefined) return;
  for (;;) {
    const outcome = await test(parts.hub, chosen);
    if (outcome === undefined) return;
    if ('passed' in outcome) return add(chosen, outcome.passed);
    const answer = await askAfterFailure(chosen, outcome.failed);
    if (answer === 'leave') return;
    if (answer === 'anyway') {
      parts.onTold(settingKey(chosen.setting), outcome.failed.fault);
      return add(chosen, undefined);
    }
    if (answer === 'terminal') {
      await typeInLocalTerminal(chosen.name, `ssh ${chosen.setting.ssh ?? ''}`);
      if (!(await confirmLogin(chosen))) return;
    }
    if (answer === 'copy' && !(await parts.actions.copy(chosen.setting))) return;
  }
}

/** Tests the connection; undefined if the person cancelled. */
function test(
  hub: Events<'testMachine'>,
  { name, setting }: ChosenMachine,
): Thenable<Outcome | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: t('Testing the way to {0}', escapeForNotification(plainTitle(name, 60))),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const cancellation = new AbortController();
    token.onCancellationRequested(() => cancellation.abort());
    progress.report({ message: stepsText(undefined) });
    try {
      for await (const event of hub.events('testMachine', setting, cancellation.signal)) {
        if (event.type === 'passed') return { passed: event.data };
        if (event.type === 'failed') return { failed: event.data };
        progress.report({ message: stepsText(event.data.done) });
      }
    } catch (error) {
      if (!cancellation.signal.aborted) throw error;
    }
    return undefined;
  });
}

type Answer = 'copy' | 'terminal' | 'retry' | 'anyway' | 'leave';

/** Shows how far the test came and what is missing, and asks how to continue. */
async function askAfterFailure(
  { name, setting }: ChosenMachine,
  failed: TestFailed,
): Promise<Answer> {
  const acts = machineActs({ status: 'failed', fault: failed.fault }, setting).filter(
    (act) => act !== 'ask',
  );
  const anyway = t('Add Anyway');
  const answer = await vscode.window.showWarningMessage(
    t('{0} can’t be on the board yet.', plainTitle(name, 60)),
    { modal: true, detail: failureText(setting, failed) },
    ...acts.map(actName),
    anyway,
  );
  if (answer === anyway) return 'anyway';
  return acts.find((act) => actName(act) === answer) ?? 'leave';
}

/** Waits until the person has finished in the terminal. */
async function confirmLogin({ name }: ChosenMachine): Promise<boolean> {
  const again = actName('retry');
  const shown = escapeForNotification(plainTitle(name, 60));
  const message = t('Log in to {0} in the terminal once, then try again.', shown);
  return (await vscode.window.showInformationMessage(message, again)) === again;
}

async function add(
  { name, setting }: ChosenMachine,
  passed: TestPassed | undefined,
): Promise<void> {
  const given = await askName(name);
  if (given === undefined) return;
  const line: MachineSetting = { name: given.trim(), ...setting };
  await writeMachine(line);
  if (passed === undefined) return;
  const open = t('Open Board');
  const message = counted(
    passed.sessionCount,
    '{1} is on the board, with {0} session.',
    '{1} is on the board, with {0} sessions.',
    escapeForNotification(given.trim()),
  );
  if ((await vscode.window.showInformationMessage(message, open)) === open)
    run(commandIds.openBoard);
}
