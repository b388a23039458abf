import assert from 'node:assert/strict';
import { noChanges } from '../../../../src/extension/hub/domain/facts/changes';
import {
  createSessionFacts,
  type SessionFacts,
} from '../../../../src/extension/hub/domain/facts/session';
import { emptyTranscript } from '../../../../src/extension/hub/domain/facts/transcriptFold';
import { Outcomes, type OutcomesParts } from '../../../../src/extension/hub/layers/outcomes';
import { silentLog } from '../../../../src/extension/util/log';
import type { Layer, SessionView } from '../../../../src/shared/api/missionControl';
import { aPendingRequest, aSession, type SessionOverrides } from '../../../support/sessionBuilder';

const facts = (fields: Partial<NonNullable<SessionFacts['transcript']>> = {}): SessionFacts => ({
  ...createSessionFacts('s'),
  transcript: { ...emptyTranscript('/p/s.jsonl'), ...fields },
});

const session = (state: string, rest: SessionOverrides = {}) =>
  aSession({ agentState: { group: 'needs_you', state }, ...rest });

describe('Outcomes', () => {
  let asked: SessionView[];
  let warned: string[];
  const layer = (id: string, interpret: Layer['interpret']): Layer => ({ id, interpret });
  const plain = layer('plain', (view) => {
    asked.push(view);
    return { label: 'Said', badges: [{ text: view.core.state }] };
  });
  const outcomes = (parts: Partial<OutcomesParts> = {}): Outcomes =>
    new Outcomes({
      layersFor: () => [plain],
      log: { ...silentLog, warn: (text) => warned.push(text) },
      ...parts,
    });

  beforeEach(() => {
    asked = [];
    warned = [];
  });

  it('replace the label of idle sessions only', () => {
    const all = outcomes();
    const labelled = (state: string, rest?: SessionOverrides) =>
      all.fieldsOf(session(state, rest), facts()).display?.label?.text;
    for (const state of ['idle', 'task_complete', 'session_ended'])
      assert.equal(labelled(state), 'Said');
    for (const state of [
      'needs_permission',
      'awaiting_input',
      'awaiting_approval',
      'error',
      'limit_reached',
      'waiting_for_limit',
      'interrupted',
      'failed',
      'archived',
      'budget_exceeded',
      'conflict_resolution',
      'thinking',
      'acting',
      'of a newer hub',
    ])
      assert.equal(labelled(state), undefined, state);
    assert.equal(labelled('idle', { pendingRequest: aPendingRequest() }), undefined);
    const badges = all.fieldsOf(session('acting'), facts()).display?.badges;
    assert.deepEqual(
      badges?.map(({ text }) => text.text),
      ['acting'],
    );
  });

  it('are computed once while a session does not change', () => {
    const all = outcomes();
    const known = facts();
    const first = all.fieldsOf(session('idle'), known);
    const later = { ...known, transcript: known.transcript && { ...known.transcript, lastAt: 7 } };
    assert.equal(all.fieldsOf(session('idle', { tokens: { input: 9 } }), later), first);
    assert.equal(asked.length, 1);
  });

  it('count all signals, even if a view is too small for them', () => {
    const text = 'x'.repeat(200);
    const commits = Array.from({ length: 32 }, (_, at) => ({
      kind: 'commit',
      at,
      turn: 1,
      ok: true,
      data: { sha: String(at), branch: text, title: text },
    }));
    const { outcome } = outcomes().fieldsOf(session('idle'), facts({ signals: commits }));
    assert.ok((asked[0]?.signals.length ?? 0) < 32);
    assert.equal(outcome?.commits, 32);
  });

  type Transcript = Partial<NonNullable<SessionFacts['transcript']>>;
  const changes: readonly (readonly [string, SessionOverrides, Transcript, object?])[] = [
    ['state', { agentState: { group: 'delivered', state: 'task_complete' } }, {}],
    ['request', { pendingRequest: aPendingRequest() }, {}],
    ['title', { title: 'Another' }, {}],
    ['project', { projectPath: '/other' }, {}],
    ['number of tasks', { tasks: { completed: 1, total: 2 } }, {}],
    ['list of signals', {}, { signals: [] }],
    ['list of changes', {}, { changes: { ...noChanges } }],
    ['turn', {}, { turns: 4 }],
    ['repository', {}, {}, { repository: { ahead: 1 } }],
  ];
  for (const [what, overrides, transcript, fields] of changes) {
    it(`are computed again with a different ${what}`, () => {
      const all = outcomes();
      const known = facts();
      assert.ok(known.transcript !== undefined);
      const later = { ...known, transcript: { ...known.transcript, ...transcript }, ...fields };
      all.fieldsOf(session('idle'), known);
      all.fieldsOf(session('idle', overrides), later);
      assert.equal(asked.length, 2);
    });
  }

  it('are computed again when the answer of a source changes', () => {
    const all = outcomes();
    const known = facts();
    for (const forget of [undefined, 'other', session('idle').sessionId]) {
      all.fieldsOf(session('idle'), known);
      if (forget === undefined) all.invalidate();
      else all.invalidate(forget);
    }
    all.fieldsOf(session('idle'), known);
    assert.equal(asked.length, 3);
  });

  it('prefer rules to labels of extensions, and these to layers', () => {
    const sourceOf = (label: string) => ({ labelsFor: () => [{ layer: label, label: { label } }] });
    const rules = { ...sourceOf('rules'), signalsOf: () => [] };
    const labels = sourceOf('labels');
    const labelWith = (parts: Partial<OutcomesParts>) =>
      outcomes(parts).fieldsOf(session('idle'), facts()).display?.layer;
    assert.equal(labelWith({ labels, rules }), 'rules');
    assert.equal(labelWith({ labels }), 'labels');
    assert.equal(labelWith({}), 'plain');
  });

  it('pass the signals of rules and the state of pull requests to layers', () => {
    const url = 'https://example.com/1';
    outcomes({
      rules: {
        signalsOf: () => [{ kind: 'pr', at: 1, turn: 1, data: { number: 1, url } }],
        labelsFor: () => [],
      },
      pulls: { stateOf: () => ({ state: 'open' }) },
    }).fieldsOf(session('idle'), facts());
    assert.deepEqual(asked[0]?.pullRequests, [{ number: 1, url, state: 'open' }]);
  });

  it('lack only the label of a layer that throws, which is disabled after three errors', () => {
    let calls = 0;
    const bad = layer('bad', () => {
      calls += 1;
      throw new Error('Oh');
    });
    const all = outcomes({ layersFor: () => [bad, plain] });
    for (let turns = 0; turns < 5; turns += 1) {
      const { display } = all.fieldsOf(session('idle'), facts({ turns }));
      assert.equal(display?.layer, 'plain');
    }
    assert.equal(calls, 3);
    assert.equal(warned.length, 1);
    assert.match(warned[0] ?? '', /bad is switched off.*Oh/);
    all.invalidate('a');
    all.fieldsOf(session('idle'), facts());
    assert.equal(calls, 3, 'One session says something else, no layer is another');
    all.invalidate();
    all.fieldsOf(session('idle'), facts());
    assert.equal(calls, 4, 'Rules or settings may be others');
  });

  it('lack only a label that cannot be read', () => {
    const trap = layer('trap', () => ({
      get label(): string {
        throw new Error('Oh');
      },
    }));
    const all = outcomes({ layersFor: () => [trap, plain] });
    assert.equal(all.fieldsOf(session('idle'), facts()).display?.layer, 'plain');
  });
});
