import * as path from 'node:path';
import * as vscode from 'vscode';
import { agentLabel } from '../../shared/agents/agentLabels';
import { t } from '../../shared/words/l10n';
import { homeFault } from '../agents/claude/home/homeFault';
import { missionControlFolder } from '../util/files/missionControlFolder';
import type { HookHome } from './hookHomes';

/** A home, and whether its settings have our hooks; undefined if they can't be read. */
interface ReadHome {
  readonly home: HookHome;
  readonly hasHooks: boolean | undefined;
}

/**
 * Lets a person choose where hooks are installed; does not ask if there is a single home. Undefined
 * if cancelled. Rejects with a sentence for another account's home that is missing or can't be
 * read, so that nothing is created there.
 */
export async function pickHomeToInstall([own, ...others]: readonly HookHome[]): Promise<
  HookHome | undefined
> {
  if (own === undefined || others.length === 0) return own;
  const homes = await Promise.all([own, ...others].map(readHome));
  const picked = await pick(homes, {
    accounts: t('Install Hooks: Account'),
    agents: t('Install Hooks'),
  });
  if (picked === undefined || picked === own || picked.agent !== undefined) return picked;
  if ((await homeFault(picked.path, path.basename(missionControlFolder('')))) !== undefined) {
    throw new Error(t('{0} can’t be read, or Claude Code has not used it yet.', picked.path));
  }
  return picked;
}

/**
 * Lets a person choose where hooks are removed, among the homes that have hooks or can't be read;
 * does not ask if there is a single one. Returns the first home if none has hooks.
 */
export async function pickHomeToRemove(all: readonly HookHome[]): Promise<HookHome | undefined> {
  const homes = await Promise.all(all.map(readHome));
  const found = homes.filter(({ hasHooks }) => hasHooks !== false);
  const [first, ...others] = found.length === 0 ? homes : found;
  if (found.length === 0 || others.length === 0) return first?.home;
  return pick(found, { accounts: t('Remove Hooks: Account'), agents: t('Remove Hooks') });
}

async function readHome(home: HookHome): Promise<ReadHome> {
  const hasHooks = await home.installer.hasHooks().catch(() => undefined);
  return { home, hasHooks };
}

/** Titles of a choice among accounts, and of one among agents as well. */
interface PickTitles {
  readonly accounts: string;
  readonly agents: string;
}

async function pick(homes: readonly ReadHome[], titles: PickTitles): Promise<HookHome | undefined> {
  const hasAgents = homes.some(({ home }) => home.agent !== undefined);
  const items = homes.map(({ home, hasHooks }) => ({
    home,
    label: hasAgents ? agentTitle(home, homes) : `$(account) ${plain(home.name)}`,
    description: plain(home.path),
    detail:
      hasHooks === undefined
        ? t('Its settings can’t be read')
        : hasHooks
          ? t('Hooks are installed')
          : t('No hooks'),
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: hasAgents ? titles.agents : titles.accounts,
    placeHolder: hasAgents
      ? t('The agent whose settings are changed; you see the change before it is made')
      : t('The account whose settings are changed; you see the change before it is made'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.home;
}

/** The agent of a home, with the account if there are several. */
function agentTitle({ agent, name }: HookHome, homes: readonly ReadHome[]): string {
  const others = homes.filter(({ home }) => home.agent === agent);
  const label = agentLabel(agent);
  return others.length === 1 ? label : `${label}: ${plain(name)}`;
}

/** A text without icons of the editor. */
function plain(text: string): string {
  return text.replaceAll('$(', '$ (');
}
