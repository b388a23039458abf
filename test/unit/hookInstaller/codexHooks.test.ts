import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { hookTrust, trustedHash } from '../../../src/extension/agents/codex/hooks/hookTrust';
import { HookHomes, type HookHome } from '../../../src/extension/hookInstaller/hookHomes';
import { planRemoval, removeAll } from '../../../src/extension/hookInstaller/homeRemoval';
import type { HookInstaller } from '../../../src/extension/hookInstaller/installer';
import { silentLog } from '../../../src/extension/util/log';
import { codexId } from '../../../src/shared/agents/agentLabels';
import { FakeKeeper } from '../../support/fakes/fakeKeeper';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { settingsText } from './settingsText';

describe('The hooks of Codex', function () {
  this.timeout(60_000);
  let configHome: string;
  let codexHome: string;
  let isShown: boolean;
  let homes: HookHomes;
  const file = (): string => path.join(codexHome, 'hooks.json');
  const config = (): string => path.join(codexHome, 'config.toml');
  const relay = (): string => path.join(configHome, 'mission-control', 'relay.sh');
  const codex = (): HookHome => homes.all.find(({ agent }) => agent === codexId) ?? assert.fail();
  const install = async ({ installer }: { installer: HookInstaller } = codex()): Promise<void> => {
    await installer.install(await installer.previewInstall());
  };
  const remove = async ({ installer }: { installer: HookInstaller } = codex()): Promise<void> => {
    await installer.remove(await installer.previewRemove());
  };
  const status = (): Promise<string> => codex().installer.status();

  interface Hook {
    readonly type: string;
    readonly command: string;
    readonly timeout: number;
  }
  const installed = (): readonly (readonly [event: string, hook: Hook])[] => {
    const { hooks } = JSON.parse(fs.readFileSync(file(), 'utf8')) as {
      readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly Hook[] }[]>>;
    };
    return Object.entries(hooks).map(([event, groups]) => [
      event,
      groups.at(-1)?.hooks[0] ?? assert.fail(),
    ]);
  };
  /** Writes what the client does when a person trusts all hooks. */
  const trust = (change: Partial<Hook> = {}): void => {
    const tables = installed().map(([event, hook]) => {
      const place = event.replaceAll(/\B[A-Z]/gu, '_$&').toLowerCase();
      const placed = { event, group: 0, index: 0, hook: { ...hook, ...change } };
      return `[hooks.state."${file()}:${place}:0:0"]\ntrusted_hash = "${trustedHash(placed)}"\n`;
    });
    fs.writeFileSync(config(), tables.join('\n'));
  };

  beforeEach(async () => {
    configHome = await tempHome();
    codexHome = path.join(configHome, 'of-codex');
    fs.mkdirSync(codexHome);
    isShown = true;
    homes = new HookHomes({
      configHome,
      otherHomes: () => [],
      codexHome: () => (fs.existsSync(codexHome) ? codexHome : undefined),
      isCodexShown: () => isShown,
      memory: new FakeKeeper(),
      relaySource: path.resolve('hooks'),
      log: silentLog,
    });
  });
  afterEach(() => removeHome(configHome));

  it('are offered only where its sessions are on the board, and removed wherever it is', () => {
    const agents = (all: readonly HookHome[]): unknown => all.map(({ agent }) => agent);
    assert.deepEqual(agents(homes.listed), [undefined, codexId]);
    isShown = false;
    assert.deepEqual(
      [agents(homes.listed), agents(homes.all)],
      [[undefined], [undefined, codexId]],
    );
    fs.rmdirSync(codexHome);
    assert.deepEqual(agents(homes.all), [undefined]);
  });

  it('are read at the start of a window only where its sessions are on the board', () => {
    const agents = (): unknown => homes.readAtStart.map(({ agent }) => agent);
    assert.deepEqual(agents(), [undefined, codexId]);
    isShown = false;
    assert.deepEqual(agents(), [undefined]);
  });

  it('lead to the relay of the config home, and none runs longer than Codex allows', async () => {
    await install();
    const hooks = new Map(installed());
    assert.equal(hooks.size, 12);
    for (const [event, { command, timeout }] of hooks) {
      assert.ok(command.includes(`'${relay()}'`));
      assert.equal(command.includes('--wait'), event === 'PermissionRequest');
      if (event === 'SessionEnd' || event === 'Interrupt') assert.equal(timeout, 3);
    }
    assert.ok(fs.existsSync(relay()));
    assert.deepEqual(fs.readdirSync(codexHome), ['hooks.json']);
  });

  it('are blocked by a byte order mark and by comments, with which Codex reads none of them', async () => {
    for (const text of ['\uFEFF{}\n', '{} // ours\n']) {
      fs.writeFileSync(file(), text);
      await install();
      assert.equal(await status(), 'blocked', text);
      await remove();
      assert.equal(fs.readFileSync(file(), 'utf8'), text);
    }
  });

  it('are not trusted, then trusted, then changed, as the person’s configuration says', async () => {
    assert.equal(await status(), 'missing');
    await install();
    assert.equal(await status(), 'untrusted');
    trust();
    assert.equal(await status(), 'installed');
    trust({ timeout: 7 });
    assert.equal(await status(), 'changed');
    trust();
    fs.appendFileSync(config(), `[hooks.state."${file()}:stop:0:0"]\nenabled = false\n`);
    assert.equal(await status(), 'blocked');
    fs.writeFileSync(file(), fs.readFileSync(file(), 'utf8').replace('--wait', ''));
    assert.equal(await status(), 'outdated');
  });

  it('are trusted at their place behind hooks of others', async () => {
    const other = { hooks: [{ type: 'command', command: 'other' }] };
    fs.writeFileSync(file(), JSON.stringify({ hooks: { Stop: [other] } }));
    await install();
    const text = fs.readFileSync(file(), 'utf8');
    assert.ok(text.includes('other'));
    const stop = new Map(installed()).get('Stop') ?? assert.fail();
    const placed = { event: 'Stop', group: 1, index: 0, hook: { ...stop } };
    const state = `[hooks.state."${file()}:stop:1:0"]\ntrusted_hash = "${trustedHash(placed)}"`;
    assert.deepEqual(hookTrust(state, [file()], [placed]), ['trusted']);
    fs.writeFileSync(config(), state);
    assert.equal(await status(), 'untrusted');
    trust();
    fs.appendFileSync(config(), `\n${state}\n`);
    assert.equal(await status(), 'installed');
  });

  it('give back every byte of any file', async () => {
    await fc.assert(
      fc.asyncProperty(settingsText, async (text) => {
        fs.writeFileSync(file(), text);
        await install();
        await remove();
        assert.deepEqual(fs.readFileSync(file()), Buffer.from(text));
      }),
      { numRuns: 20 },
    );
    fs.rmSync(file());
    await install();
    await remove();
    assert.ok(!fs.existsSync(file()));
  });

  it('keep the relay that Claude Code’s hooks use, and the other way around', async () => {
    await install(homes.listed[0]);
    await install();
    await remove();
    assert.ok(fs.existsSync(relay()));
    await install();
    await remove(homes.listed[0]);
    assert.ok(fs.existsSync(relay()));
    await remove();
    assert.ok(!fs.existsSync(relay()));
  });

  it('go with everything else, and leave nothing but what was there', async () => {
    fs.writeFileSync(file(), '{ "hooks": { } }');
    fs.writeFileSync(config(), 'model = "gpt-5.5"\n');
    for (const home of homes.listed) await install(home);
    isShown = false;
    const [removals] = await planRemoval(homes.all);
    assert.deepEqual(
      removals.map(({ home, hooks }) => [home.agent, hooks !== undefined]),
      [
        [undefined, true],
        [codexId, true],
      ],
    );
    await removeAll(removals, (act) => act());
    assert.equal(fs.readFileSync(file(), 'utf8'), '{ "hooks": { } }');
    assert.equal(fs.readFileSync(config(), 'utf8'), 'model = "gpt-5.5"\n');
    assert.deepEqual(fs.readdirSync(codexHome).toSorted(), ['config.toml', 'hooks.json']);
    assert.deepEqual(fs.readdirSync(configHome), ['of-codex']);
  });

  it('come with a note on hooks in config.toml, and on a file that Codex can’t read', async () => {
    const notes = async (): Promise<readonly [number, number]> => {
      const { blockers, warnings } = await codex().installer.previewInstall();
      return [blockers.length, warnings.length];
    };
    assert.deepEqual(await notes(), [0, 0]);
    fs.writeFileSync(config(), '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "say done"\n');
    assert.deepEqual(await notes(), [0, 1]);
    fs.writeFileSync(file(), '{\n  // mine\n}\n');
    assert.deepEqual(await notes(), [1, 1]);
  });
});
