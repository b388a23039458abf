import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import type { CallRepeater } from '../../link/repeatedCalls';
import { commandIds, settingIds } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { escapeForNotification } from '../markdown';
import { registerHandlers } from '../registerHandlers';
import { targetOf } from '../sessionTarget';
import { run } from '../typedCommands';
import { EditorRules } from './editorRules';
import { followRules } from './rulesSetting';
import { RuleTests } from './ruleTests';

export interface RuleViewParts {
  readonly board: BoardModel;
  readonly hub: Calls<'testRules'>;
  readonly repeatedCalls: CallRepeater<'offerRules'>;
}

/** Sends the label rules of this window to the hub, and shows errors to the person. */
export function registerRules({ board, hub, repeatedCalls }: RuleViewParts): Disposable {
  const lifetime = new DisposableStore();
  const rules = lifetime.add(new EditorRules());
  const tests = lifetime.add(new RuleTests(board, hub, rules));
  lifetime.add(followRules(rules, repeatedCalls, (problem, origin) => void warn(problem, origin)));
  lifetime.add(
    registerHandlers({
      [commandIds.testRules]: (argument) => tests.run(targetOf(argument)?.sessionId),
    }),
  );
  return lifetime;
}

async function warn(problem: string, origin: 'user' | 'workspace' | 'extension'): Promise<void> {
  const [openSettings, test] = [t('Open Settings'), t('Test Label Rules…')];
  const buttons = origin === 'extension' ? [test] : [openSettings, test];
  const answer = await vscode.window.showWarningMessage(escapeForNotification(problem), ...buttons);
  if (answer === test) run(commandIds.testRules);
  if (answer !== openSettings) return;
  const command =
    origin === 'user'
      ? 'workbench.action.openSettingsJson'
      : 'workbench.action.openWorkspaceSettingsFile';
  await vscode.commands.executeCommand(command, {
    revealSetting: { key: settingIds.rules, edit: false },
  });
}
