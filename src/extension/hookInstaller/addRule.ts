import * as path from 'node:path';
import type { AddRule } from '../settingsRule';
import type { Log } from '../util/log';
import { allowRule } from './permissionRule';
import { readSettings, writeSettings } from './settingsFile';
import type { ShownChange } from './shownChange';

/**
 * Returns a function that adds permission rules to settings; each change is shown as a diff and has
 * to be accepted.
 */
export function ruleAdder(shown: Pick<ShownChange, 'confirmChange'>, log: Log): AddRule {
  return async ({ file, rule, question: questionFor, ...words }) => {
    const snapshot = await readSettings(file);
    const { text: before } = snapshot;
    const after = allowRule(before, rule);
    if (after === before) return 'known';
    const name = path.basename(file);
    const question = questionFor(snapshot.target);
    const change = { kind: 'allow', name, before, after, question, doubts: [], ...words } as const;
    if (!(await shown.confirmChange(change))) return 'declined';
    await writeSettings(snapshot, after);
    log.info(`A permission rule was added to ${file}`);
    return 'added';
  };
}
