import type { Scenario } from './scenario';
import { dialogs } from './scenarios/dialogs';
import { errors } from './scenarios/errors';
import { interrupts } from './scenarios/interrupts';
import { permissions } from './scenarios/permissions';
import { turns } from './scenarios/turns';

/** Everything that is played, in this order. */
export const scenarios: readonly Scenario[] = [
  ...turns,
  ...permissions,
  ...dialogs,
  ...interrupts,
  ...errors,
];
