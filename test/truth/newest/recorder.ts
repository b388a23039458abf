import * as fs from 'node:fs/promises';
import { watch, type FSWatcher } from 'node:fs';
import * as path from 'node:path';
import type { IsolatedHome } from '../../support/claude/isolatedHome';
import type { Row } from '../../support/recordings/recording';

/**
 * Events for which no hook is added. A hook of `WorktreeCreate` would have to create the worktree
 * itself.
 */
const replacing: ReadonlySet<string> = new Set(['WorktreeCreate']);

type Hooks = Record<string, { hooks: { type: string; command: string }[] }[]>;

/**
 * Records the hook calls, registry entries and transcripts of clients, in the format of
 * `test/fixtures/recordings`.
 */
export class Recorder {
  private readonly registryRows: Row[] = [];
  private readonly latest = new Map<string, string>();
  private reading = Promise.resolve();
  private readonly watcher: FSWatcher;

  private constructor(
    private readonly home: IsolatedHome,
    private readonly hookFolder: string,
    private readonly registry: string,
  ) {
    this.watcher = watch(registry, { persistent: false }, (_, name) => {
      if (name !== null) this.reading = this.reading.then(() => this.readRegistry(name));
    });
  }

  /** Starts recording; adds a hook for each event to the settings of the home. */
  static async start(home: IsolatedHome, events: readonly string[]): Promise<Recorder> {
    const hookFolder = path.join(home.folder, 'recorded-hooks');
    const registry = path.join(home.configHome, 'sessions');
    await fs.mkdir(hookFolder, { recursive: true });
    await fs.mkdir(registry, { recursive: true });
    const settings = JSON.parse(await fs.readFile(home.settingsFile, 'utf8')) as { hooks?: Hooks };
    const hooks: Hooks = settings.hooks ?? {};
    const command = `cat > "$(mktemp '${hookFolder}/XXXXXXXX')"`;
    for (const event of events) {
      if (replacing.has(event)) continue;
      hooks[event] = [...(hooks[event] ?? []), { hooks: [{ type: 'command', command }] }];
    }
    await fs.writeFile(home.settingsFile, JSON.stringify({ ...settings, hooks }, undefined, 2));
    return new Recorder(home, hookFolder, registry);
  }

  /** Stops recording; returns all rows in order of time. */
  async stop(): Promise<readonly Row[]> {
    this.watcher.close();
    await this.reading;
    const rows = [
      ...this.registryRows,
      ...(await hookRows(this.hookFolder)),
      ...(await transcriptRows(path.join(this.home.configHome, 'projects'))),
    ];
    return rows.toSorted((a, b) => a.at - b.at);
  }

  private async readRegistry(name: string): Promise<void> {
    const text = await fs.readFile(path.join(this.registry, name), 'utf8').catch(() => undefined);
    const value = text === undefined ? undefined : parsed(text);
    if (text === undefined || value === undefined || text === this.latest.get(name)) return;
    this.latest.set(name, text);
    this.registryRows.push({ at: Date.now(), registry: name, text: value });
  }
}

async function hookRows(folder: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const name of await fs.readdir(folder)) {
    const file = path.join(folder, name);
    const value = parsed(await fs.readFile(file, 'utf8'));
    if (value === undefined) continue;
    rows.push({ at: (await fs.stat(file)).mtimeMs, hook: value as NonNullable<Row['hook']> });
  }
  return rows;
}

async function transcriptRows(projects: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const names = await fs.readdir(projects, { recursive: true }).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.jsonl'))) {
    const lines = (await fs.readFile(path.join(projects, name), 'utf8')).split('\n');
    let at = 0;
    for (const line of lines.map(parsed).filter((one) => one !== undefined)) {
      // A line without a timestamp gets the time of the previous one.
      at = Date.parse(String((line as { timestamp?: unknown }).timestamp)) || at;
      rows.push({ at, file: name, line });
    }
  }
  return rows;
}

/** Parses a JSON object; undefined if the file is not completely written yet. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
