import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import {
  hookTrust,
  trustedHash,
  type PlacedHook,
} from '../../../../../src/extension/agents/codex/hooks/hookTrust';
import { codexRecording } from '../../../../support/agents/codexRecordings';

interface Group {
  readonly matcher?: string;
  readonly hooks: readonly PlacedHook['hook'][];
}

function recorded(scenario: string): { config: string; hooks: readonly PlacedHook[] } {
  const read = (name: string): string =>
    readFileSync(path.join(codexRecording(scenario), name), 'utf8');
  const file = JSON.parse(read('hooks.json')) as {
    readonly hooks: Readonly<Record<string, readonly Group[]>>;
  };
  const hooks = Object.entries(file.hooks).flatMap(([event, groups]) =>
    groups.flatMap(({ matcher, hooks: all }, group) =>
      all.map((hook, index) => ({ event, group, index, matcher, hook })),
    ),
  );
  return { config: read('config.toml'), hooks };
}

const file = '/home/dev/.codex/hooks.json';

describe('The trust that a person gave hooks in Codex', () => {
  it('is what the client stored for each of twelve hooks', () => {
    const { config, hooks } = recorded('daemon-control');
    const trust = hookTrust(config, [file], hooks);
    assert.deepEqual([hooks.length, new Set(trust)], [12, new Set(['trusted'])]);
  });

  it('is over for a hook that was changed since, and only for that', () => {
    const { config, hooks } = recorded('trust');
    const trust = hookTrust(config, [file], hooks);
    const changed = hooks.filter((_hook, at) => trust[at] === 'changed');
    assert.deepEqual(
      changed.map(({ event }) => event),
      ['Stop'],
    );
    assert.equal(trust.filter((one) => one === 'trusted').length, 11);
  });

  it('is of a place in a file, and not given elsewhere', () => {
    const { config, hooks } = recorded('daemon-control');
    assert.ok(hookTrust(config, ['/other/hooks.json'], hooks).every((one) => one === 'untrusted'));
    assert.ok(hookTrust(config, ['/other', file], hooks).every((one) => one === 'trusted'));
    const [first] = hooks;
    assert.ok(first);
    assert.deepEqual(hookTrust(config, [file], [{ ...first, index: 1 }]), ['untrusted']);
    assert.deepEqual(hookTrust('', [file], [first]), ['untrusted']);
  });

  it('does not count for a hook that is turned off', () => {
    const { config, hooks } = recorded('daemon-control');
    const [first] = hooks;
    assert.ok(first);
    const off = `${config}\n[hooks.state]\n"${file}:session_start:0:0".enabled = false\n`;
    assert.deepEqual(hookTrust(off, [file], [first]), ['off']);
  });

  it('depends on the matcher, on what the client shows meanwhile, and on defaults', () => {
    const hook = { type: 'command', command: 'a' };
    const plain = { event: 'Stop', group: 0, index: 0, hook };
    const hashes = [
      trustedHash(plain),
      trustedHash({ ...plain, matcher: 'Bash' }),
      trustedHash({ ...plain, hook: { ...hook, statusMessage: 'Wait' } }),
      trustedHash({ ...plain, hook: { ...hook, timeout: 5 } }),
    ];
    assert.equal(new Set(hashes).size, hashes.length);
    const explicit = { ...hook, timeout: 600, async: false };
    assert.equal(trustedHash({ ...plain, hook: explicit }), hashes[0]);
  });
});
