import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { HandledIncidents } from '../../../src/extension/hub/attention/handledIncidents';
import { Mutes } from '../../../src/extension/hub/attention/mutes';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import type { Mute } from '../../../src/shared/protocol/windows';

describe('What a hub that ends late remembers', () => {
  let root: string;
  const failed = (error: unknown): never => {
    throw error instanceof Error ? error : new Error(String(error));
  };
  const mutes = (): Mutes => new Mutes(new PrivateFolder(root), failed);
  const dealtWith = (): HandledIncidents => new HandledIncidents(new PrivateFolder(root), failed);
  const muteOf = (sessionId: string): Mute => ({ scope: 'session', sessionId });

  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'mc-kept-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('does not take back the mutes that the next one was told', async () => {
    const old = mutes();
    await old.set(muteOf('one'), true);
    await old.flush();
    const next = mutes();
    await next.load();
    await next.set(muteOf('two'), true);
    await next.flush();
    await old.flush();
    const last = mutes();
    await last.load();
    assert.deepEqual(last.current, [muteOf('one'), muteOf('two')]);
  });

  it('does not make the next one tell an incident again', async () => {
    const old = dealtWith();
    await old.add('one', 10);
    const next = dealtWith();
    await next.load();
    await next.add('two', 20);
    await old.flush();
    const last = dealtWith();
    await last.load();
    assert.ok(last.includes({ sessionId: 'one', startedAt: 10 }));
    assert.ok(last.includes({ sessionId: 'two', startedAt: 20 }));
  });
});
