import * as assert from 'node:assert/strict';
import * as path from 'node:path';
import { cast } from '../../tools/demo/cast';
import type { Line } from '../../support/transcript/clientLines';
import { hookShapes, lineShapes } from './clientShapes';
import type { Shape } from './clientShapes';
import { blocksOf, curtainEpoch, kindOf, record } from './recordedPlay';

describe('the demo, played for twenty minutes', () => {
  const recording = record(cast, 20);
  const files = [...recording.transcripts];

  it('writes only lines of the kinds and with the keys that the client writes', () => {
    const kinds = new Set<string>();
    for (const [, lines] of files) {
      for (const line of lines) {
        const kind = kindOf(line);
        kinds.add(kind);
        assertShape(kind, line, lineShapes[kind], []);
      }
    }
    assert.deepEqual([...kinds].sort(), Object.keys(lineShapes).sort());
  });

  it('calls hooks with the fields that the client sends', () => {
    const events = new Set<string>();
    for (const payload of recording.hooks) {
      const event = String(payload['hook_event_name']);
      events.add(event);
      assertShape(event, payload, hookShapes[event], ['agent_id', 'agent_type']);
    }
    assert.deepEqual([...events].sort(), Object.keys(hookShapes).sort());
  });

  it('keeps each transcript one chain, in the order of time, never in the future', () => {
    const end = curtainEpoch + 20 * 60_000;
    for (const [file, lines] of files) {
      let leaf: unknown = null;
      let last = 0;
      for (const line of lines.filter((item) => 'uuid' in item)) {
        const parent = line['logicalParentUuid'] ?? line['parentUuid'];
        assert.equal(parent, leaf, `${file}: ${kindOf(line)} hangs on another line`);
        leaf = line['uuid'];
        const at = Date.parse(String(line['timestamp']));
        assert.ok(at >= last && at <= end, `${file}: ${String(line['timestamp'])}`);
        last = at;
      }
    }
  });

  it('answers every tool use once, before the turn goes on', () => {
    for (const [file, lines] of files) {
      const open = new Set<string>();
      for (const line of lines) {
        for (const block of blocksOf(line)) {
          if (block.type === 'tool_use') open.add(block.id ?? '');
          if (block.type === 'tool_result') {
            assert.ok(open.delete(block.tool_use_id ?? ''), `${file}: a result without its call`);
          }
        }
        if (kindOf(line) === 'user/prompt')
          assert.equal(open.size, 0, `${file}: ${[...open].join()}`);
      }
    }
  });

  it('repeats the usage of a message on each of its lines and never counts an id twice', () => {
    const usages = new Map<string, string>();
    for (const [, lines] of files) {
      let current = '';
      for (const line of lines.filter((item) => item['type'] === 'assistant')) {
        const { id, usage } = line['message'] as { id: string; usage: unknown };
        const text = JSON.stringify(usage);
        if (id !== current) assert.ok(!usages.has(id), `${id} comes back`);
        assert.equal(usages.get(id) ?? text, text);
        usages.set(id, text);
        current = id;
      }
    }
  });

  it('has a session in every state when the curtain rises', () => {
    const opening = record(cast, 0.2);
    const statuses = [...opening.files]
      .filter(([file]) => path.basename(path.dirname(file)) === 'sessions')
      .map(([, text]) => JSON.parse(text) as { status: string; waitingFor?: string });
    const count = (status: string, waitingFor?: string): number =>
      statuses.filter((entry) => entry.status === status && entry.waitingFor === waitingFor).length;
    assert.ok(count('waiting', 'permission prompt') >= 3);
    assert.ok(count('waiting', 'input needed') >= 1);
    assert.ok(count('busy') >= 3);
    assert.ok(count('idle') >= 4);
    assert.ok(count('shell') >= 1);
    const events = new Set(opening.hooks.map((payload) => payload['hook_event_name']));
    for (const event of ['PermissionRequest', 'SubagentStart', 'TaskCompleted', 'SessionEnd']) {
      assert.ok(events.has(event), `${event} is missing in the first seconds`);
    }
  });

  it('has a day behind it: sessions that worked, and waited for somebody', () => {
    const { statuses } = record(cast, 0).play;
    const day = statuses.filter(({ at }) => at > curtainEpoch - 9 * 3_600_000);
    const minutesIn = (sessionId: string, status: string): number => {
      const own = day.filter((one) => one.sessionId === sessionId);
      const spent = own.map((one, index) =>
        one.status === status ? (own[index + 1]?.at ?? curtainEpoch) - one.at : 0,
      );
      return spent.reduce((sum, ms) => sum + ms, 0) / 60_000;
    };
    const both = [...new Set(day.map(({ sessionId }) => sessionId))].filter(
      (id) => minutesIn(id, 'busy') > 10 && minutesIn(id, 'waiting') > 5,
    );
    assert.ok(both.length >= 8, `${both.length} sessions`);
  });

  it('changes something every few seconds', () => {
    let last = 0;
    let longest = 0;
    const calm = record(cast, 0);
    for (
      let next = calm.play.next;
      next !== undefined && next < 20 * 60_000;
      next = calm.play.next
    ) {
      longest = Math.max(longest, next - last);
      last = next;
      calm.play.advance(next);
    }
    assert.ok(longest < 6000, `nothing happens for ${longest} ms`);
  });

  it('goes on whatever somebody decides', () => {
    const message = 'Not like that.';
    const living = (answer?: object): number => {
      const { transcripts } = record(cast, 20, true, (payload) => {
        if (payload['hook_event_name'] !== 'PermissionRequest' || answer === undefined) return;
        const hookSpecificOutput = { hookEventName: 'PermissionRequest', decision: answer };
        return { code: 0, printed: JSON.stringify({ hookSpecificOutput }), complained: '' };
      });
      const late = curtainEpoch + 17 * 60_000;
      const isLate = ({ timestamp }: Line): boolean => Date.parse(String(timestamp)) > late;
      return [...transcripts.values()].filter((lines) => lines.some(isLate)).length;
    };
    const scripted = living();
    for (const answer of [
      { behavior: 'allow' },
      { behavior: 'allow', updatedInput: { answers: {} } },
      { behavior: 'deny', message, interrupt: true },
    ]) {
      const count = living(answer);
      assert.ok(count >= scripted - 2, `${count} sessions of ${scripted} live on`);
    }
  });

  it('plays the same day again', () => {
    const text = (lines: readonly Line[]): string => JSON.stringify(lines);
    const again = record(cast, 2);
    for (const [file, lines] of record(cast, 2).transcripts) {
      assert.equal(text(again.transcripts.get(file) ?? []), text(lines));
    }
  });
});

function assertShape(
  name: string,
  value: Readonly<Record<string, unknown>>,
  shape: Shape | undefined,
  besides: readonly string[],
): void {
  assert.ok(shape, `the client writes no ${name}`);
  const keys = Object.keys(value);
  const missing = shape.always.filter((key) => !keys.includes(key));
  const allowed = new Set([...shape.always, ...shape.sometimes, ...besides]);
  const unknown = keys.filter((key) => !allowed.has(key));
  assert.deepEqual({ name, missing, unknown }, { name, missing: [], unknown: [] });
}
