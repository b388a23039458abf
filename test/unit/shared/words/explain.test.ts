import assert from 'node:assert/strict';
import { certaintyOf, explain } from '../../../../src/shared/words/explain';
import type { Evidence, LiveSession } from '../../../../src/shared/protocol/protocol';
import { aSession } from '../../../support/sessionBuilder';

/** Local time, as shown to people, so that the tests pass in every time zone. */
const now = new Date(2026, 2, 2, 14, 2, 30).getTime();
const at = (hours: number, minutes: number, seconds: number, day = 2) =>
  new Date(2026, 2, day, hours, minutes, seconds).toISOString();

function aSignal(overrides: Partial<Evidence> = {}): Evidence {
  return {
    source: 'hook',
    signal: 'PermissionRequest',
    at: at(14, 2, 11),
    state: 'needs_permission',
    confidence: 1,
    verdict: 'decides',
    ...overrides,
  };
}

/** The texts, with a normal space in times, where newer Node versions have a narrow one. */
const textsOf = (session: Parameters<typeof explain>[0]) =>
  explain(session, now).map(({ text }) => text.replace('\u202f', ' '));
const lines = (...why: Evidence[]) => textsOf(aSession({ why }));

describe('explain', () => {
  it('says which signal decided, when and how sure, and what agreed or lost', () => {
    const registry = aSignal({ source: 'registry', signal: 'waiting', verdict: 'agrees' });
    const transcript = aSignal({
      source: 'jsonl',
      signal: 'idle',
      state: 'idle',
      at: at(14, 1, 50),
      verdict: 'overruled',
    });
    assert.deepEqual(lines(aSignal(), registry, transcript), [
      'Hook: PermissionRequest · 2:02:11 PM · certain',
      'Registry: waiting (agrees) · 2:02:11 PM',
      'Transcript: end of turn (overruled) · 2:01:50 PM',
    ]);
  });

  it('names the day of what was not told today', () => {
    assert.deepEqual(lines(aSignal({ at: at(23, 59, 59, 1) })), [
      'Hook: PermissionRequest · Mar 1, 2026, 11:59:59 PM · certain',
    ]);
  });

  it('says so when nothing told the state, and no time of it', () => {
    const none = aSignal({ source: 'fallback', signal: 'unknown', confidence: 0 });
    assert.deepEqual(lines(none), ['No signal · unsure']);
    assert.deepEqual(lines(), []);
  });

  const overlays = [
    ['archived', 'Dismissed by you'],
    ['budget_exceeded', 'Over the budget in your settings'],
    ['conflict_resolution', 'The working tree has merge conflicts'],
  ] as const;
  for (const [state, words] of overlays) {
    it(`says what lies over the signals: ${state}`, () => {
      const why = [aSignal({ signal: 'Stop' })];
      const session = aSession({ agentState: { state }, stateSince: at(14, 2, 20), why });
      assert.deepEqual(textsOf(session), [
        `${words} · 2:02:20 PM`,
        'Hook: Stop · 2:02:11 PM · certain',
      ]);
    });
  }

  const certainties = [
    [1, 'certain'],
    [0.95, 'certain'],
    [0.949, 'very likely'],
    [0.8, 'very likely'],
    [0.79, 'likely'],
    [0.6, 'likely'],
    [0.59, 'unsure'],
    [0, 'unsure'],
  ] as const;
  for (const [confidence, words] of certainties) {
    it(`calls a confidence of ${confidence} ${words}`, () => {
      assert.equal(certaintyOf(confidence), words);
    });
  }

  it('keeps the number, and what a loser would have said, for those who look closer', () => {
    const lost = aSignal({ source: 'jsonl', state: 'task_complete', verdict: 'overruled' });
    assert.deepEqual(
      explain(aSession({ why: [aSignal({ confidence: 0.9 }), lost] }), now).map(
        ({ detail }) => detail,
      ),
      ['Confidence 0.90', 'On its own it would say task complete. Confidence 1.00'],
    );
  });

  const transcript = [
    ['awaiting_input', 'turn ended with a question'],
    ['tool_use Bash', 'tool use Bash'],
    ['no process', 'no process'],
    ['moonlit_walk', 'moonlit walk'],
  ] as const;
  for (const [signal, words] of transcript) {
    it(`says of a transcript's ${signal}: ${words}`, () => {
      const [line] = lines(aSignal({ source: 'jsonl', signal }));
      assert.equal(line, `Transcript: ${words} · 2:02:11 PM · certain`);
      const [agreeing] = lines(aSignal({ source: 'jsonl', signal, verdict: 'agrees' }));
      assert.equal(agreeing, `Transcript: ${words} (agrees) · 2:02:11 PM`);
    });
  }

  it('shows foreign text as plain text, and leaves out a time that is none', () => {
    const hostile = aSignal({ signal: 'PreToolUse \u001B[31mmcp__x\u202E\nevil', at: 'never' });
    assert.deepEqual(lines(hostile), [
      'Hook: PreToolUse ⟨U+001B⟩[31mmcp__x⟨U+202E⟩ evil · certain',
    ]);
  });

  it('says last whose words stand on the card', () => {
    const label = { key: 'asIs', values: ['Deployed'], text: 'Deployed' };
    const reasonsFor = (display: LiveSession['display']) =>
      textsOf(aSession({ why: [aSignal()], display })).slice(1);
    const rule = { layer: 'rules', rule: '2 (Deployed)', label, badges: [] };
    const because = { text: 'matched `fly deploy`', at: at(14, 2, 5) };
    assert.deepEqual(reasonsFor({ ...rule, because }), [
      'Label: rule 2 (Deployed), matched `fly deploy` · 2:02:05 PM',
    ]);
    assert.deepEqual(reasonsFor(rule), ['Label: rule 2 (Deployed)']);
    assert.deepEqual(reasonsFor({ ...rule, rule: 'rule 2' }), ['Label: rule 2']);
    assert.deepEqual(reasonsFor({ ...rule, layer: 'dev.pack' }), [
      'Label: rule 2 (Deployed) (dev.pack)',
    ]);
    assert.deepEqual(reasonsFor({ layer: 'sdlc', label, badges: [] }), ['Label: Software (sdlc)']);
    assert.deepEqual(reasonsFor({ layer: 'ci', label, badges: [] }), ['Label: ci']);
    assert.deepEqual(reasonsFor({ layer: 'sdlc', badges: [] }), []);
  });
});
