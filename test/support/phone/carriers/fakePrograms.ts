import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { bundledOnceSync } from '../../build/bundle';
import { nodeBundle } from '../../build/bundleOptions';
import { until } from '../../until';
import type { FakeCall, FakePlan } from './fakeProgram';

const sources = {
  tailscale: 'test/support/phone/carriers/fakeTailscale.ts',
  cloudflared: 'test/support/phone/carriers/fakeCloudflared.ts',
} as const;

/** Folder with the fakes as executables. */
function programs(): string {
  const banner = { js: `#!${process.execPath}` };
  return bundledOnceSync({ ...nodeBundle, entryPoints: sources, banner });
}

/** A folder for the `PATH` with a fake program that follows a plan. */
export class FakePrograms {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'fake-path-'));

  constructor(private planned: FakePlan) {
    this.plan({});
  }

  install(name: keyof typeof sources): void {
    const file = path.join(this.folder, name);
    copyFileSync(path.join(programs(), `${name}.js`), file);
    chmodSync(file, 0o755);
  }

  plan(change: Partial<FakePlan>): void {
    this.planned = { ...this.planned, ...change };
    writeFileSync(path.join(this.folder, 'plan.json'), JSON.stringify(this.planned));
  }

  /** All starts with this first argument. */
  calls(first?: string): readonly FakeCall[] {
    const log = path.join(this.folder, 'calls.jsonl');
    if (!existsSync(log)) return [];
    return readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as FakeCall)
      .filter(({ args }) => first === undefined || args[0] === first);
  }

  /** Resolves once all started programs have ended. */
  async gone(): Promise<void> {
    await until(
      () => this.calls().filter(({ pid }) => isRunning(pid)),
      (running) => {
        if (running.length > 0) throw new Error(`Running: ${JSON.stringify(running)}`);
      },
    );
  }

  dispose(): void {
    for (const { pid } of this.calls()) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
