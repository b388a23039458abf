import { machineFaultText } from '../../../shared/words/machineFaultText';
import { settingKey, type MachineSetting } from '../../../shared/protocol/machines/setting';
import {
  machineSteps,
  type MachineStep,
  type MachineTestEvent,
} from '../../../shared/protocol/machines/test';
import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';

export type TestPassed = Extract<MachineTestEvent, { type: 'passed' }>['data'];
export type TestFailed = Extract<MachineTestEvent, { type: 'failed' }>['data'];

/** Longest output of a command that is shown, in characters. */
const detailLength = 300;

/** All steps of connecting to a machine, with those up to `done` marked as completed. */
export function stepsText(done: MachineStep | undefined): string {
  const doneCount = done === undefined ? 0 : machineSteps.indexOf(done) + 1;
  return machineSteps
    .map((step, index) => (index < doneCount ? `✓ ${stepName(step)}` : stepName(step)))
    .join(' → ');
}

/** Explains how far a test came, why it failed and what to do. */
export function failureText(setting: MachineSetting, failed: TestFailed): string {
  const { step, fault, detail = '' } = failed;
  const { says, todo } = machineFaultText({
    key: settingKey(setting),
    status: 'failed',
    fault,
    detail,
  });
  const at = machineSteps.indexOf(step);
  const steps = machineSteps.map((one, index) => {
    const name = stepName(one);
    if (index === at) return `✗ ${name}: ${says}`;
    return index < at ? `✓ ${name}` : `– ${name}`;
  });
  const words = plainTitle(detail, detailLength);
  const shown = words === '' || says.includes(words) ? [] : ['', words];
  return [...steps, ...(todo === undefined ? [] : ['', todo]), ...shown].join('\n');
}

function stepName(step: MachineStep): string {
  switch (step) {
    case 'host':
      return t('Reaching the host');
    case 'node':
      return t('Node.js');
    case 'program':
      return t('Mission Control');
    case 'board':
      return t('The board');
  }
}
