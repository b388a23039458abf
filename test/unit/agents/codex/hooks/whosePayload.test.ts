import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Agent } from '../../../../../src/extension/agents/agent';
import { claude } from '../../../../../src/extension/agents/claude/claude';
import { codex } from '../../../../../src/extension/agents/codex/codex';
import { codexHooksOf, codexScenarios } from '../../../../support/agents/codexRecordings';
import { recording, recordingNames } from '../../../../support/recordings/recording';

type Payload = Readonly<Record<string, unknown>>;

const ofCodex: readonly Payload[] = codexScenarios
  .flatMap(codexHooksOf)
  .map(({ payload }) => payload);
const ofClaude: readonly Payload[] = recordingNames()
  .flatMap(recording)
  .flatMap(({ hook }) => hook ?? []);

/** Entry points that the environment of a hook may name, its own or that of a program around it. */
const entrypoints = [undefined, 'cli', 'sdk-cli', 'sdk-codex'];

/** The agents that read a payload as theirs; the first of a list gets it. */
function readers(payload: unknown, entrypoint: string | undefined): readonly Agent[] {
  return [claude, codex].filter(({ hooks }) => {
    const reading = hooks.read(payload, entrypoint);
    return reading !== undefined && 'report' in reading;
  });
}

function without(payload: Payload, fields: readonly string[]): Payload {
  return Object.fromEntries(Object.entries(payload).filter(([field]) => !fields.includes(field)));
}

describe('A recorded hook', () => {
  it('of Codex is read by Codex alone, whatever the list’s order and the environment', () => {
    assert.ok(ofCodex.length > 200);
    for (const payload of ofCodex) {
      for (const entrypoint of entrypoints) {
        assert.deepEqual(readers(payload, entrypoint), [codex], JSON.stringify(payload));
      }
    }
  });

  it('of Claude Code is read by Claude Code alone', () => {
    assert.ok(ofClaude.length > 200);
    for (const payload of ofClaude) {
      assert.deepEqual(readers(payload, 'cli'), [claude], JSON.stringify(payload));
    }
  });

  const damaged = (payloads: readonly Payload[]) =>
    fc.constantFrom(...payloads).chain((payload) =>
      fc.record({
        payload: fc.subarray(Object.keys(payload)).map((fields) => without(payload, fields)),
        entrypoint: fc.constantFrom(...entrypoints),
      }),
    );

  it('of Codex is never read by Claude Code, whichever fields it lacks', () => {
    fc.assert(
      fc.property(damaged(ofCodex), ({ payload, entrypoint }) => {
        assert.ok(!readers(payload, entrypoint).includes(claude));
      }),
      { numRuns: 3_000 },
    );
  });

  it('of Claude Code is never read by Codex, whichever fields it lacks', () => {
    fc.assert(
      fc.property(damaged(ofClaude), ({ payload, entrypoint }) => {
        assert.ok(!readers(payload, entrypoint).includes(codex));
      }),
      { numRuns: 3_000 },
    );
  });

  it('of Codex is read without a transcript by the ids of its session and turn', () => {
    for (const payload of ofCodex) {
      const expected = 'turn_id' in payload ? [codex] : [];
      const bare = { ...without(payload, ['transcript_path']), transcript_path: null };
      assert.deepEqual(readers(bare, undefined), expected);
    }
  });
});
