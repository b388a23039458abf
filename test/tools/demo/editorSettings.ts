import { demoRules } from './rules';
import { secondMachine } from './stage/secondMachine';

/** Settings of an editor that shows the demo. */
export const demoSettings: Readonly<Record<string, unknown>> = {
  'missionControl.rules': demoRules,
  'missionControl.machines': [secondMachine],
};
