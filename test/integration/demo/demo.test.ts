import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { startDemo } from '../../tools/demo/demo';
import type { Demo } from '../../tools/demo/demo';
import { HookCommands } from '../../tools/demo/stage/hookCommands';
import { startPlaceholder } from '../../support/processes/placeholder';
import type { HookEnd } from '../../tools/demo/stage/stage';
import { needs } from '../../support/skip';
import { makeNamedPipe } from '../../support/namedPipe';

describe('a frozen demo', () => {
  let configHome: string;
  let demo: Demo;

  before(async function () {
    this.timeout(60_000);
    configHome = fs.mkdtempSync(path.join(os.tmpdir(), 'demo-test-'));
    // The first moment waits for a hub, which this file simulates.
    fs.mkdirSync(path.join(configHome, 'mission-control'));
    const left = path.join(configHome, 'mission-control', 'relay-rewake.conf');
    fs.writeFileSync(left, `# pid ${process.pid} socket\n`);
    demo = await startDemo({ configHome, frozenAt: 20, speed: 100 });
    await demo.settled;
  });

  after(async () => {
    await demo.stop();
    fs.rmSync(configHome, { recursive: true, force: true });
  });

  it('writes whole lines of JSON', () => {
    const files = filesUnder(path.join(configHome, 'projects'), '.jsonl');
    assert.ok(files.length >= 29);
    for (const file of files) {
      const text = fs.readFileSync(file, 'utf8');
      assert.ok(text.endsWith('\n'), file);
      for (const line of text.trimEnd().split('\n')) JSON.parse(line);
    }
  });

  it('dates the transcripts of closed sessions in the past', () => {
    const ages = filesUnder(path.join(configHome, 'projects'), '.jsonl').map(
      (file) => Date.now() - fs.statSync(file).mtimeMs,
    );
    const day = 24 * 3_600_000;
    assert.ok(ages.filter((age) => age > day).length >= 5);
    assert.ok(ages.filter((age) => age > 300_000 && age < day).length >= 7);
  });

  it('registers living processes with their start time', () => {
    const entries = registryOf(configHome);
    assert.ok(entries.length >= 14);
    for (const { pid, procStart } of entries) {
      assert.ok(isAlive(pid));
      if (process.platform !== 'linux') continue;
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      assert.equal(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19], procStart);
    }
  });

  it('refuses a config home that has sessions', async () => {
    await assert.rejects(startDemo({ configHome }), /is in use/);
  });

  it('leaves no process, no entry and no project behind', async () => {
    const entries = registryOf(configHome);
    const { projectFolder } = demo;
    assert.ok(fs.existsSync(projectFolder));
    await demo.stop();
    assert.deepEqual(registryOf(configHome), []);
    assert.ok(!fs.existsSync(projectFolder));
    while (entries.some(({ pid }) => isAlive(pid))) await new Promise(setImmediate);
  });
});

describe('the hooks of the demo', () => {
  let configHome: string;

  beforeEach(() => {
    configHome = fs.mkdtempSync(path.join(os.tmpdir(), 'demo-hooks-'));
  });

  afterEach(() => fs.rmSync(configHome, { recursive: true, force: true }));

  it('run by shell, one after the other, with the payload on standard input', async function () {
    needs(this, 'sh');
    const command = `(cat; echo "$CLAUDE_PID $CLAUDE_CONFIG_DIR") >> "${configHome}/heard"`;
    install('Stop', command);
    const hooks = new HookCommands(configHome);
    const caller = { pid: 7, sessionId: 's', cwd: '/nowhere' };
    for (const turn of [1, 2]) hooks.hook(caller, { hook_event_name: 'Stop', turn });
    hooks.hook(caller, { hook_event_name: 'SessionEnd' });
    await hooks.settle();
    assert.equal(
      fs.readFileSync(path.join(configHome, 'heard'), 'utf8'),
      [1, 2].map((turn) => `{"hook_event_name":"Stop","turn":${turn}}\n7 ${configHome}\n`).join(''),
    );
  });

  it('do not let one that waits for a person hold up the next', async function () {
    needs(this, 'sh');
    install('PermissionRequest', 'sleep 60');
    const hooks = new HookCommands(configHome);
    const caller = { pid: 7, sessionId: 's', cwd: configHome };
    hooks.hook(caller, { hook_event_name: 'PermissionRequest' });
    hooks.hook(caller, { hook_event_name: 'Stop' });
    await hooks.settle();
    hooks.dismiss('s');
  });

  it('tell how they ended, and one that waits to wake the session holds up nothing', async function () {
    needs(this, 'sh');
    const wake = 'read -r go < "$CLAUDE_CONFIG_DIR/go"; echo "Write it." >&2; exit 2';
    makeNamedPipe(path.join(configHome, 'go'));
    const hook = { type: 'command', command: wake, asyncRewake: true };
    const settings = { hooks: { Stop: [{ hooks: [hook] }] } };
    fs.writeFileSync(path.join(configHome, 'settings.json'), JSON.stringify(settings));
    const hooks = new HookCommands(configHome);
    const caller = { pid: 7, sessionId: 's', cwd: configHome };
    const end = new Promise<HookEnd>((resolve) => {
      hooks.hook(caller, { hook_event_name: 'Stop' }, resolve);
    });
    hooks.hook(caller, { hook_event_name: 'UserPromptSubmit' });
    await hooks.settle();
    fs.writeFileSync(path.join(configHome, 'go'), 'go\n');
    assert.deepEqual(await end, { code: 2, printed: '', complained: 'Write it.\n' });
  });

  it('are none where the settings cannot be read', async () => {
    fs.writeFileSync(path.join(configHome, 'settings.json'), '{ "hooks": ');
    const hooks = new HookCommands(configHome);
    hooks.hook({ pid: 7, sessionId: 's', cwd: configHome }, { hook_event_name: 'Stop' });
    await hooks.settle();
  });

  function install(event: string, command: string): void {
    const settings = { hooks: { [event]: [{ hooks: [{ type: 'command', command }] }] } };
    fs.writeFileSync(path.join(configHome, 'settings.json'), JSON.stringify(settings));
  }
});

describe('a placeholder process', () => {
  it('lives until it is killed', async () => {
    const placeholder = startPlaceholder();
    assert.ok(isAlive(placeholder.pid));
    placeholder.kill();
    while (isAlive(placeholder.pid)) await new Promise(setImmediate);
  });
});

interface Entry {
  readonly pid: number;
  readonly procStart?: string;
}

function registryOf(configHome: string): readonly Entry[] {
  const folder = path.join(configHome, 'sessions');
  return fs
    .readdirSync(folder)
    .map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as Entry);
}

function filesUnder(folder: string, extension: string): readonly string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => path.join(folder, name));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
