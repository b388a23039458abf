import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Client } from '../../../src/extension/agents/claude/run/client';
import { MachineConnection } from '../../../src/extension/hub/machines/connection/machineConnection';
import { TetheredProgram } from '../../../src/extension/util/tether/tethered';
import { threadScripts } from '../../support/hub/process/threadScripts';
import { aDesk } from '../../support/machines/standIn';
import { until } from '../../support/until';

/** A program in JavaScript; undefined for a file that does not exist. */
type Script = string | undefined;

const missing = path.join(__dirname, 'noSuchProgram');
const fileOf = (script: Script): string => (script === undefined ? missing : process.execPath);
const argsOf = (script: Script): string[] => (script === undefined ? [] : ['-e', script]);

/**
 * The path of the test's missing program differs by checkout; long texts are compared by length.
 */
function short(text: string | undefined): string | undefined {
  const plain = text?.replaceAll(missing, 'MISSING');
  return plain !== undefined && plain.length > 300 ? `${plain.length} characters` : plain;
}

/** Starts the script as each user does and resolves with what that user reports of its end. */
const users = {
  machine: (script: Script) =>
    new Promise<unknown>((resolve) => {
      const connection = new MachineConnection({
        commandLine: { file: fileOf(script), args: argsOf(script) },
        desk: aDesk,
        listener: {
          onFrame: () => undefined,
          onSkew: () => undefined,
          onEnd: ({ fault, detail }) => {
            connection.dispose();
            resolve([fault, short(detail)]);
          },
        },
      });
    }),
  carrier: async (script: Script) => {
    const host = { scripts: threadScripts(), env: process.env };
    const program = new TetheredProgram(fileOf(script), argsOf(script), host);
    await program.ended;
    return [program.hasEnded, short(program.lastOutput)];
  },
  runner: async (script: Script) => {
    const child = spawn(fileOf(script), argsOf(script), { stdio: 'pipe' });
    const client = new Client(child, {
      onAsk: () => Promise.resolve(undefined),
      onTurnEnd: () => undefined,
      onLimits: () => undefined,
    });
    const { code, words } = await client.ended;
    return [code, short(words)];
  },
};

interface Case {
  readonly script: Script;
  /**
   * Fault and detail of a machine, whether a carrier has ended and its words, code and words of a
   * client.
   */
  readonly machine: unknown;
  readonly carrier: unknown;
  readonly runner: unknown;
}

const cases: Readonly<Record<string, Case>> = {
  'is missing': {
    script: undefined,
    machine: ['command', 'spawn MISSING ENOENT'],
    carrier: [true, 'spawn MISSING ENOENT\n'],
    runner: [undefined, 'spawn MISSING ENOENT'],
  },
  'ends at once without a word': {
    script: '',
    machine: ['ended', undefined],
    carrier: [true, ''],
    runner: [0, ''],
  },
  'ends at once with a message': {
    script: `process.stderr.write('No room on the disk.\\n'); process.exitCode = 3;`,
    machine: ['ended', 'No room on the disk.'],
    carrier: [true, 'No room on the disk.\n'],
    runner: [3, 'No room on the disk.\n'],
  },
  'writes its message to standard output': {
    script: `console.log('No room on the disk.'); process.exitCode = 3;`,
    machine: ['ended', undefined],
    carrier: [true, 'No room on the disk.\n'],
    runner: [3, ''],
  },
  'floods standard error': {
    script: `process.stderr.write('x'.repeat(100_000) + '\\nThe last words.\\n');`,
    machine: ['ended', 'The last words.'],
    carrier: [true, '8000 characters'],
    runner: [0, '2000 characters'],
  },
  'sends half a line': {
    script: `process.stdout.write('{"type":"po');`,
    machine: ['ended', undefined],
    carrier: [true, '{"type":"po'],
    runner: [0, ''],
  },
  'sends no UTF-8': {
    script: `process.stderr.write(Buffer.from([0xff, 0xfe, 0x0a]));`,
    machine: ['ended', '\uFFFD\uFFFD'],
    carrier: [true, '\uFFFD\uFFFD\n'],
    runner: [0, '\uFFFD\uFFFD\n'],
  },
  'sends a line that is too long': {
    script: `process.stdout.write('x'.repeat(17_000_000));`,
    machine: ['protocol', 'A frame is too long.'],
    carrier: [true, '8000 characters'],
    runner: [0, ''],
  },
  'is killed in the middle': {
    script: `process.stderr.write('Half a w', () => process.kill(process.pid, 'SIGKILL'));`,
    machine: ['ended', 'Half a w'],
    carrier: [true, 'Half a w'],
    runner: [undefined, 'Half a w'],
  },
};

describe('The report on a program that a hub or a runner runs', function () {
  this.timeout(60_000);

  for (const [name, { script, ...reports }] of Object.entries(cases)) {
    it(`gives its reason when it ${name}`, async () => {
      const [machine, carrier, runner] = await Promise.all([
        users.machine(script),
        users.carrier(script),
        users.runner(script),
      ]);
      assert.deepEqual({ machine, carrier, runner }, reports);
    });
  }
});

describe('A program that ignores SIGTERM and the end of its input', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'program-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const pidFile = path.join(folder, 'pid');
  const stubborn = `
    process.on('SIGTERM', () => undefined);
    require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
    setInterval(() => undefined, 60_000);`;
  const started = (): Promise<number> =>
    until(
      () => Number(readFileSync(pidFile, { encoding: 'utf8', flag: 'a+' })),
      (pid) => assert.ok(pid > 0),
    );
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  afterEach(() => rmSync(pidFile, { force: true }));

  it('is killed when a machine is disconnected', async () => {
    const connection = new MachineConnection({
      commandLine: { file: process.execPath, args: ['-e', stubborn] },
      desk: aDesk,
      listener: { onFrame: () => undefined, onSkew: () => undefined, onEnd: () => undefined },
    });
    const pid = await started();
    connection.dispose();
    await until(
      () => isAlive(pid),
      (alive) => assert.equal(alive, false),
    );
  });

  it('is killed when a carrier is closed', async () => {
    const host = { scripts: threadScripts(), env: process.env };
    const program = new TetheredProgram(process.execPath, ['-e', stubborn], host);
    const pid = await started();
    await program.end();
    assert.equal(isAlive(pid), false);
  });
});
