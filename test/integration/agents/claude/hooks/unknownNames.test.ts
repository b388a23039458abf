import assert from 'node:assert/strict';
import { appendFile, mkdir } from 'node:fs/promises';
import * as path from 'node:path';
import { knownEvents } from '../../../../../src/extension/agents/claude/settings/knownEvents';
import { knownHooks } from '../../../../../src/extension/agents/claude/hooks/knownNames';
import { UnknownNames, type NamingProgram } from '../../../../../src/extension/hub/unknownNames';
import { parseTranscriptEntry } from '../../../../../src/extension/agents/claude/entry/parseEntry';
import { silentLog } from '../../../../../src/extension/util/log';
import { aHook, sessionId } from '../../../../support/hub/hooks';
import { TestHub } from '../../../../support/hub/testHub';
import { recording, recordingNames } from '../../../../support/recordings/recording';
import { until } from '../../../../support/until';
import { newNamesIn } from '../../../../../src/extension/agents/claude/hooks/newNames';
import type { HookPayload } from '../../../../../src/extension/agents/claude/hooks/hookPayload';

const session = { session_id: 'one' };

describe('Names that only a newer client has', () => {
  let reported: string[];
  let names: UnknownNames;
  beforeEach(() => {
    reported = [];
    names = new UnknownNames({ info: (message) => reported.push(message) });
  });

  const by = (version?: string): NamingProgram => ({ program: 'Claude Code', version });
  function noteHook(payload: HookPayload, version?: string): void {
    for (const name of newNamesIn(payload)) names.count(name, by(version));
  }

  it('are listed once each, with the version of their client, and counted', () => {
    const event = { ...session, hook_event_name: 'PreHologram', tool_input: { secret: 'x' } };
    const field = { ...session, hook_event_name: 'Stop', beam: 'secret', prompt_id: 'p' };
    for (const payload of [event, event, field]) noteHook(payload, '2.2.1');
    names.count('transcript entry hologram', by());
    names.dispose();
    assert.deepEqual(reported, [
      'Not known to this version of the extension: hook PreHologram (Claude Code 2.2.1)',
      'Not known to this version of the extension: field beam of Stop (Claude Code 2.2.1)',
      'Not known to this version of the extension: transcript entry hologram (Claude Code of unknown version)',
      'Unknown names by their counts: hook PreHologram (Claude Code 2.2.1): 2, field beam of Stop (Claude Code 2.2.1): 1, transcript entry hologram (Claude Code of unknown version): 1',
    ]);
  });

  it('are cut, and no more of them are listed than a client may have', () => {
    names.count(`${'x'.repeat(500)}\n`, by('2.2.1\u001b[31m'));
    assert.match(reported[0] ?? '', /^.{100,160}$/u);
    assert.match(reported[0] ?? '', /xxx \(Claude Code 2\.2\.1\?\?31m\)$/u);
    for (let count = 0; count < 1_000; count += 1) names.count(`type${count}`, by('2.2.1'));
    assert.equal(reported.length, 200);
  });

  it('are none of a recorded client', () => {
    for (const name of recordingNames()) {
      for (const { hook, line } of recording(name)) {
        if (hook !== undefined) noteHook(hook);
        const entry = line === undefined ? undefined : parseTranscriptEntry(JSON.stringify(line));
        if (entry?.line.kind === 'other') assert.equal(entry.line.unknown, undefined, name);
      }
    }
    assert.deepEqual(reported, []);
    assert.deepEqual(
      [...knownEvents('9.9.9')].filter((event) => !knownHooks.has(event)),
      [],
    );
  });

  it('are in the log of a hub, by their names alone', async () => {
    const hub = await TestHub.start(undefined, {
      log: { ...silentLog, info: (line) => reported.push(line) },
    });
    try {
      await hub.hook({ ...aHook('PreHologram'), beam: 'secret' });
      await hub.hook({ ...aHook('PreSkillShellCommand'), tool_input: { command: 'ls' } });
      await hub.hook(aHook('Stop'));
      const folder = path.join(hub.home, 'projects', '-home-dev-shop');
      const transcript = path.join(folder, `${sessionId}.jsonl`);
      await mkdir(folder, { recursive: true });
      const write = (entry: object) => appendFile(transcript, `${JSON.stringify(entry)}\n`);
      const message = { content: 'Mend the till' };
      await write({ type: 'user', timestamp: new Date().toISOString(), version: '2.2.1', message });
      await hub.waitFor(sessionId, ({ title }) => assert.equal(title, 'Mend the till'));
      await write({ type: 'hologram', beam: 'secret' });
      await until(
        () => reported.some((line) => line.includes('hologram')),
        (isReported) => assert.ok(isReported),
      );
      const listed = reported.filter((line) => line.startsWith('Not known'));
      assert.deepEqual(
        listed.map((line) => line.split(': ')[1]),
        [
          'hook PreHologram (Claude Code of unknown version)',
          'transcript entry hologram (Claude Code 2.2.1)',
        ],
      );
      assert.ok(!reported.some((line) => line.includes('secret')));
    } finally {
      await hub.dispose();
    }
  });
});
