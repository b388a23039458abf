import { getNodeValue, type Node } from 'jsonc-parser';
import { realpath } from 'node:fs/promises';
import { relayPath } from '../agents/claude/settings/hookCommand';
import {
  isBlank,
  isStrictJson,
  ourHooks,
  parseSettings,
  propertyNode,
} from '../agents/claude/settings/settingsTree';
import { codexPlacesIn } from '../agents/codex/home/codexHome';
import { codexHookFor } from '../agents/codex/hooks/codexCommand';
import { hookTrust, type HookTrust, type PlacedHook } from '../agents/codex/hooks/hookTrust';
import { codexEvents } from '../agents/codex/hooks/codexHooks';
import { t } from '../../shared/words/l10n';
import { readOrdinary } from '../util/files/readOrdinary';
import { tomlTexts } from '../util/tomlTexts';
import type { HookForm, HookNotes, HookPlan } from './hookForm';

export interface CodexHookOptions {
  /** The program's folder. */
  readonly codexHome: string;
  /** The config home in which the relay lies. */
  readonly configHome: string;
  readonly platform: NodeJS.Platform;
}

/** Size of the largest configuration that is read, in bytes. */
const maxConfigBytes = 4 * 1024 * 1024;

/**
 * The hooks in the file of Codex. It runs a hook only once the person has trusted it in the
 * program, and asks again after each change of it.
 */
export class CodexHookForm implements HookForm {
  readonly settingsPath: string;
  readonly otherFiles: readonly string[];
  readonly recordName = 'installed-codex.json';
  readonly backupName = 'codex-hooks';
  readonly events = [...codexEvents.keys()];

  constructor(private readonly options: CodexHookOptions) {
    const { hooks, config } = codexPlacesIn(options.codexHome);
    this.settingsPath = hooks;
    this.otherFiles = [config];
  }

  plan(): Promise<HookPlan> {
    const { configHome, platform } = this.options;
    const relay = relayPath(configHome, platform);
    const hooks = new Map(
      this.events.map((event) => [event, codexHookFor(event, relay, platform)] as const),
    );
    return Promise.resolve({ hooks, alternatives: [], knownEvents: undefined });
  }

  async notesOn(text: string): Promise<HookNotes> {
    const blockers: string[] = [];
    const warnings: string[] = [];
    if (text.startsWith('\uFEFF') || !isStrictJson(text)) {
      blockers.push(
        t(
          'hooks.json has a byte order mark, comments or trailing commas: Codex runs none of its hooks until they are removed.',
        ),
      );
    }
    if ((await this.trustOf(text)).includes('off')) {
      blockers.push(
        t('Hooks of Mission Control are turned off in Codex: turn them on with /hooks.'),
      );
    }
    const events = new Set(this.events);
    const hasOthers = Array.from(tomlTexts(await this.config())).some(
      ({ path: [table, event = ''] }) => table === 'hooks' && events.has(event),
    );
    if (hasOthers) {
      warnings.push(
        t(
          'There are hooks in config.toml, too: Codex runs those of both files, and shows a warning at its start.',
        ),
      );
    }
    return { blockers, warnings };
  }

  async statusOf(text: string): Promise<'installed' | 'untrusted' | 'changed'> {
    const trust = await this.trustOf(text);
    if (trust.includes('changed')) return 'changed';
    return trust.includes('untrusted') ? 'untrusted' : 'installed';
  }

  private async trustOf(text: string): Promise<readonly HookTrust[]> {
    const file = this.settingsPath;
    const files = [file, await realpath(file).catch(() => file)];
    return hookTrust(await this.config(), files, placedHooks(text));
  }

  /** The program's configuration; empty if there is none or it can't be read. */
  private async config(): Promise<string> {
    const { config } = codexPlacesIn(this.options.codexHome);
    const bytes = await readOrdinary(config, maxConfigBytes).catch(() => undefined);
    return bytes?.toString('utf8') ?? '';
  }
}

/** Our hooks in a text, with their places. */
function placedHooks(text: string): readonly PlacedHook[] {
  if (isBlank(text)) return [];
  const indexIn = (list: Node, node: Node): number => list.children?.indexOf(node) ?? -1;
  return ourHooks(parseSettings(text)).map(({ event, hook, node, siblings, group, groups }) => {
    const matcher = propertyNode(group, 'matcher');
    return {
      event,
      group: indexIn(groups, group),
      index: indexIn(siblings, node),
      matcher: matcher && (getNodeValue(matcher) as unknown),
      hook: hook as PlacedHook['hook'],
    };
  });
}
