import * as vscode from 'vscode';
import { t } from '../../shared/words/l10n';
import { extensionId } from '../manifest';
import type { HookHome } from './hookHomes';
import { planRemoval, type HomeRemoval } from './homeRemoval';
import { tracesAtTop } from './traces';

/** Maximum number of lines in a dialog, so that its buttons stay visible. */
const maxListed = 15;

/**
 * Lists everything that would be removed and asks for confirmation; undefined if the person
 * declines, or if nothing is found. The first home is this window's own; any other one that can't
 * be read is listed as unreadable and not changed.
 */
export async function confirmRemoval(
  homes: readonly HookHome[],
): Promise<readonly HomeRemoval[] | undefined> {
  const [removals, unreadable] = await planRemoval(homes);
  if (removals.length === 0) {
    const nothing = t('There is nothing of Mission Control to remove.');
    void vscode.window.showInformationMessage([nothing, ...unreadable].join(' '));
    return undefined;
  }
  const hasPhones = removals.some(({ traces }) => traces?.names.includes('phones.json') === true);
  const detail = [
    ...removals.flatMap((removal) => removalLines(removal, removals.length > 1)),
    '',
    ...unreadable,
    t(
      'Your sessions and transcripts stay. Backups of your settings and this workspace’s board layout are deleted too.',
    ),
    ...(hasPhones ? [t('Connected phones have to be connected again.')] : []),
  ].join('\n');
  const remove = t('Remove Everything');
  const answer = await vscode.window.showWarningMessage(
    t('Remove everything that Mission Control wrote on this machine?'),
    { modal: true, detail },
    remove,
  );
  return answer === remove ? removals : undefined;
}

/** Says what comes next, and offers to uninstall the extension. */
export async function suggestUninstall(): Promise<void> {
  const uninstall = t('Uninstall Extension');
  const next = await vscode.window.showInformationMessage(
    t(
      'Everything is removed. Mission Control is turned off in all windows; it starts again when you install hooks or reload a window, unless you uninstall it.',
    ),
    uninstall,
  );
  if (next === uninstall)
    await vscode.commands.executeCommand('workbench.extensions.uninstallExtension', extensionId);
}

/** `isBrief` leaves out the contents of the folder, for which several homes have no room. */
function removalLines(
  { hooks, leftovers, launchers, traces }: HomeRemoval,
  isBrief: boolean,
): readonly string[] {
  const names = traces === undefined || isBrief ? [] : tracesAtTop(traces);
  return [
    ...(hooks === undefined ? [] : [t('The hooks of Mission Control in {0}', hooks.path)]),
    ...leftovers,
    ...launchers.map((file) => t('The command line tool {0}', file)),
    ...(traces === undefined ? [] : [t('The folder {0}', traces.folder)]),
    ...names.slice(0, maxListed).map((name) => `  ${name}`),
    ...(names.length > maxListed ? [`  ${t('and {0} more', names.length - maxListed)}`] : []),
  ];
}
