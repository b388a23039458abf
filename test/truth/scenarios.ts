import type { Scenario } from './scenario';
import { background } from './scenarios/background';
import { compaction } from './scenarios/compaction';
import { denials } from './scenarios/denials';
import { dialogs } from './scenarios/dialogs';
import { endings } from './scenarios/endings';
import { errors } from './scenarios/errors';
import { interrupts } from './scenarios/interrupts';
import { loops } from './scenarios/loops';
import { modes } from './scenarios/modes';
import { otherHooks } from './scenarios/otherHooks';
import { permissions } from './scenarios/permissions';
import { sessions } from './scenarios/sessions';
import { subagents } from './scenarios/subagents';
import { tasks } from './scenarios/tasks';
import { teams } from './scenarios/teams';
import { turns } from './scenarios/turns';

/** All scenarios, in the order in which they are played. */
export const scenarios: readonly Scenario[] = [
  ...turns,
  ...otherHooks,
  ...permissions,
  ...dialogs,
  ...interrupts,
  ...errors,
  ...tasks,
  ...subagents,
  ...background,
  ...compaction,
  ...sessions,
  ...endings,
  ...modes,
  ...loops,
  ...denials,
  ...teams,
];
