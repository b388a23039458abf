import * as fs from 'node:fs';
import * as path from 'node:path';
import { runCommand } from '../../support/editor/command';

/** The newest version of ccusage for which the registry has a native program for each platform. */
const version = '20.0.24';

/** The path of the native program; undefined if this version is not installed. */
function installedCcusage(cacheFolder: string): string | undefined {
  const program = path.join(moduleFolder(cacheFolder), 'bin', programName);
  const manifest = path.join(moduleFolder(cacheFolder), 'package.json');
  const isThere = fs.existsSync(program) && fs.readFileSync(manifest, 'utf8').includes(version);
  return isThere ? program : undefined;
}

/** Installs ccusage unless it is installed; returns the path of its native program. */
export async function ensureCcusage(cacheFolder: string): Promise<string> {
  const installed = installedCcusage(cacheFolder);
  if (installed !== undefined) return installed;
  const folder = path.join(cacheFolder, 'ccusage');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const npm = ['install', '--no-audit', '--no-fund', '--save-exact', `ccusage@${version}`];
  await runCommand('npm', npm, { cwd: folder });
  const program = path.join(moduleFolder(cacheFolder), 'bin', programName);
  fs.chmodSync(program, 0o755);
  return program;
}

const programName = process.platform === 'win32' ? 'ccusage.exe' : 'ccusage';

function moduleFolder(cacheFolder: string): string {
  const name = `@ccusage/ccusage-${process.platform}-${process.arch}`;
  return path.join(cacheFolder, 'ccusage', 'node_modules', name);
}

export interface PeerTokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheCreation: number;
  readonly usd: number;
  /** False if ccusage has no price for the model. */
  readonly priced: boolean;
}

export interface PeerReport {
  readonly ms: number;
  /** Tokens by `<day> <model>`. */
  readonly cells: ReadonlyMap<string, PeerTokens>;
}

interface Daily {
  readonly daily: readonly {
    readonly date: string;
    readonly modelBreakdowns: readonly {
      readonly modelName: string;
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly cacheReadTokens: number;
      readonly cacheCreationTokens: number;
      readonly cost: number;
      readonly missingPricing?: boolean;
    }[];
  }[];
}

export async function runCcusage(program: string, configHome: string): Promise<PeerReport> {
  const started = performance.now();
  const text = await runCommand(program, ['claude', 'daily', '--offline', '--json'], {
    env: { ...process.env, CLAUDE_CONFIG_DIR: configHome },
  });
  const ms = performance.now() - started;
  const cells = new Map<string, PeerTokens>();
  for (const { date, modelBreakdowns } of (JSON.parse(text) as Daily).daily) {
    for (const model of modelBreakdowns) {
      // ccusage lists the fast mode of a model as a separate model.
      const key = `${date} ${model.modelName.replace(/-fast$/u, '')}`;
      const before = cells.get(key);
      cells.set(key, {
        input: (before?.input ?? 0) + model.inputTokens,
        output: (before?.output ?? 0) + model.outputTokens,
        cacheRead: (before?.cacheRead ?? 0) + model.cacheReadTokens,
        cacheCreation: (before?.cacheCreation ?? 0) + model.cacheCreationTokens,
        usd: (before?.usd ?? 0) + model.cost,
        priced: model.missingPricing !== true,
      });
    }
  }
  return { ms, cells };
}
