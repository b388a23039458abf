import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { loseHooks } from '../../truth/lostHooks';
import { needs } from '../../support/skip';

interface Settings {
  readonly hooks: Record<string, { hooks: { command: string }[] }[]>;
}

describe('The bench’s loss of hooks', () => {
  before(function () {
    needs(this, 'sh');
  });

  let home: string;
  let file: string;

  beforeEach(async () => {
    home = await fs.mkdtemp(path.join(os.tmpdir(), 'mc-lost-'));
    file = path.join(home, 'settings.json');
    const ours = { hooks: [{ type: 'command', command: 'echo mission-control' }] };
    const foreign = { hooks: [{ type: 'command', command: 'echo other' }] };
    const settings = { hooks: { Stop: [foreign, ours], PreToolUse: [ours] }, model: 'opus' };
    await fs.writeFile(file, JSON.stringify(settings));
  });
  afterEach(() => fs.rm(home, { recursive: true }));

  const read = async (): Promise<Settings> =>
    JSON.parse(await fs.readFile(file, 'utf8')) as Settings;
  const commands = (groups: Settings['hooks'][string] = []): string[] =>
    groups.flatMap(({ hooks }) => hooks.map(({ command }) => command));
  const outputs = (command: string, count: number): string[] =>
    Array.from({ length: count }, () =>
      execFileSync('sh', ['-c', command], { env: { ...process.env, HOME: home } })
        .toString()
        .trim(),
    );

  it('takes one of ten calls, always the same for a seed', async () => {
    await loseHooks(file, 'tenth', 'A');
    const { hooks } = await read();
    const outputsOfCalls = outputs(commands(hooks['PreToolUse'])[0] ?? '', 30);
    const lost = outputsOfCalls.flatMap((output, call) => (output === '' ? [call + 1] : []));
    assert.deepEqual(lost, [5, 15, 25]);
    assert.deepEqual(new Set(outputsOfCalls), new Set(['', 'mission-control']));
    assert.equal(commands(hooks['Stop'])[0], 'echo other');
  });

  it('takes every turn’s end, and no hook of others', async () => {
    await loseHooks(file, 'stop', 'A');
    const { hooks } = await read();
    assert.deepEqual(commands(hooks['Stop']), ['echo other']);
    assert.deepEqual(commands(hooks['PreToolUse']), ['echo mission-control']);
  });
});
