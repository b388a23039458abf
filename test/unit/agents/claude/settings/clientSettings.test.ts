import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { DialogSettings } from '../../../../../src/extension/hub/domain/facts/dialogs/dialogSettings';
import type {
  DomainEvent,
  ProcessRecord,
} from '../../../../../src/extension/hub/domain/facts/event';
import {
  ClientSettings,
  isNearDialog,
} from '../../../../../src/extension/agents/claude/settings/clientSettings';
import { aHookEvent } from '../../../../support/hub/hooks';

describe('The client’s settings files', () => {
  let root: string;
  beforeEach(() => (root = fs.mkdtempSync(path.join(os.tmpdir(), 'mc-settings-'))));
  afterEach(() => fs.rmSync(root, { recursive: true }));

  const write = (file: string, settings: object | string): void => {
    const target = path.join(root, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, typeof settings === 'string' ? settings : JSON.stringify(settings));
  };
  const readAt = (name: string, folder = path.join(root, 'shop')): Promise<DialogSettings> =>
    new Promise((resolve, reject) => {
      const settings = new ClientSettings({
        configHome: path.join(root, 'home'),
        folderOf: () => folder,
        systemFolder: path.join(root, 'system'),
        emit: (event) =>
          event.type === 'dialogSettings' ? resolve(event.settings) : reject(new Error(event.type)),
      });
      settings.applyEvent(aHookEvent(0, name));
    });
  const denying = (denyInsteadOfPrompting: boolean) => ({
    permissions: { denyInsteadOfPrompting },
  });

  it('say nothing where there is none, and where one is broken', async () => {
    const nothing = { denies: false, questionMs: undefined };
    assert.deepEqual(await readAt('UserPromptSubmit'), nothing);
    write('home/settings.json', '{"permissions":');
    assert.deepEqual(await readAt('PermissionRequest'), nothing);
  });

  it('are read of person, project, folder and organization, the last one strongest', async () => {
    write('home/settings.json', { ...denying(true), askUserQuestionTimeout: '5m' });
    assert.deepEqual(await readAt('PermissionRequest'), { denies: true, questionMs: 300_000 });
    for (const [file, value] of [
      ['shop/.claude/settings.json', false],
      ['shop/.claude/settings.local.json', true],
      ['system/managed-settings.json', false],
      ['system/managed-settings.d/10-deny.json', true],
      ['home/remote-settings.json', false],
    ] as const) {
      write(file, denying(value));
      assert.equal((await readAt('PermissionRequest')).denies, value, file);
    }
  });

  it('are read once more after a read that is under way, however many hooks came meanwhile', async () => {
    const reported: boolean[] = [];
    const ends = new Map<string, () => void>();
    const settings = new ClientSettings({
      configHome: path.join(root, 'home'),
      folderOf: () => path.join(root, 'shop'),
      systemFolder: path.join(root, 'system'),
      emit: (event) => {
        if (event.type !== 'dialogSettings') return;
        if (event.sessionId === 's1') reported.push(event.settings.denies);
        // The next read of the same session has to find this content.
        write('home/settings.json', denying(true));
        ends.get(`${event.sessionId} ${reported.length}`)?.();
      },
    });
    const read = (sessionId: string, count: number) =>
      new Promise<void>((resolve) => ends.set(`${sessionId} ${count}`, resolve));
    const second = read('s1', 2);
    for (const name of ['UserPromptSubmit', 'PermissionRequest', 'PermissionRequest'])
      settings.applyEvent(aHookEvent(0, name, { session_id: 's1' }));
    await second;
    const other = read('s2', 2);
    settings.applyEvent(aHookEvent(0, 'PermissionRequest', { session_id: 's2' }));
    await other;
    assert.deepEqual(reported, [false, true]);
  });

  it('are read when a client without a terminal works, and when the client says that they changed', () => {
    const seen = (process: Partial<ProcessRecord>): DomainEvent => ({
      type: 'processSeen',
      sessionId: 's1',
      at: 0,
      process: { pid: 1, status: 'busy', statusAt: 0, startedAt: 0, ...process },
    });
    assert.ok(isNearDialog(aHookEvent(0, 'ConfigChange')));
    assert.ok(isNearDialog(seen({ entrypoint: 'sdk-cli' })));
    assert.ok(isNearDialog(seen({ entrypoint: 'cli', status: 'waiting' })));
    assert.ok(!isNearDialog(seen({ entrypoint: 'cli' })));
    assert.ok(!isNearDialog(seen({ entrypoint: 'sdk-cli', status: 'idle' })));
  });
});
