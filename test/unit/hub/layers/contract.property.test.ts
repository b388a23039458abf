import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Incidents } from '../../../../src/extension/hub/attention/incidents';
import type { DomainEvent } from '../../../../src/extension/hub/domain/facts/event';
import type { SignalFact } from '../../../../src/extension/hub/domain/facts/signals';
import { emptyTranscript } from '../../../../src/extension/hub/domain/facts/transcriptFold';
import { LayerChoice } from '../../../../src/extension/hub/layers/layerChoice';
import type { SourcedLabel } from '../../../../src/extension/hub/layers/layerSources';
import { Outcomes } from '../../../../src/extension/hub/layers/outcomes';
import { LiveBoard } from '../../../../src/extension/hub/board/liveBoard';
import { silentLog } from '../../../../src/extension/util/log';
import type { Layer, SessionView } from '../../../../src/shared/api/missionControl';
import { comparatorFor, sectionOf, sortOrders } from '../../../../src/shared/board/boardOrder';
import { isReady, urgencyRank } from '../../../../src/shared/presentation';
import {
  displayIcons,
  displaySchema,
  displayTones,
  outcomeSchema,
} from '../../../../src/shared/protocol/layers/display';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { signalKinds } from '../../../support/board/signalKinds';
import { aHookEvent } from '../../../support/hub/hooks';
import { start } from '../../../support/hub/story';

const ids = ['a', 'b', 'c', 'd', 'e'] as const;
const hooks = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'Stop',
  'StopFailure',
  'Notification',
  'SubagentStart',
  'PreCompact',
  'SessionEnd',
] as const;
const tools = ['Bash', 'AskUserQuestion', 'ExitPlanMode', 'Edit'] as const;
const kinds = [...signalKinds, '?'];

const value = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const signal: fc.Arbitrary<SignalFact> = fc.record({
  kind: fc.constantFrom(...kinds),
  at: fc.integer({ min: start, max: start + 10_000 }),
  turn: fc.integer({ min: 0, max: 4 }),
  ok: fc.option(fc.boolean(), { nil: undefined }),
  data: fc.oneof(
    fc.dictionary(fc.string(), value, { maxKeys: 4 }),
    fc.record({
      number: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constantFrom(1.5, 2 ** 53, 1e308, NaN)),
      url: fc.constantFrom('https://example.com/1', 'javascript:alert(1)'),
      branch: fc.string(),
      action: fc.constantFrom('created', 'merged', 'closed'),
    }),
  ),
});

interface Step {
  readonly sessionId: string;
  readonly passes: number;
  readonly event: (at: number) => DomainEvent;
}

const eventOf: fc.Arbitrary<(sessionId: string, at: number) => DomainEvent> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...hooks), fc.constantFrom(...tools), fc.integer({ min: 1, max: 3 }))
      .map(([name, tool, id]) => (sessionId: string, at: number) => {
        const use = { tool_name: tool, tool_use_id: `t${id}`, tool_input: { command: 'ls' } };
        const fields = { session_id: sessionId, prompt: 'Go', last_assistant_message: 'Done?' };
        return aHookEvent(at, name, { ...fields, ...(/Tool|Permission/.test(name) && use) });
      }),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.array(signal, { maxLength: 40 }), fc.array(fc.tuple(fc.string(), fc.nat())))
      .map(([signals, files]) => (sessionId: string, at: number) => {
        const facts = emptyTranscript(`/p/${sessionId}.jsonl`);
        const changed = files.map(([file, edits]) => [file, edits, 1, 1, at] as const);
        const changes = {
          ...facts.changes,
          files: changed,
          fileCount: files.length,
          edits: files.length,
        };
        const read = { at, readAt: at, facts: { ...facts, turns: 4, signals, changes } };
        return { type: 'transcriptRead', sessionId, ...read } as const;
      }),
  },
  fc
    .record({ branch: fc.string(), ahead: fc.nat(), uncommitted: fc.nat() })
    .map((state) => (sessionId: string, at: number) => {
      return { type: 'repository', sessionId, at, state } as const;
    }),
  fc.boolean().map((archived) => (sessionId: string, at: number) => {
    return { type: 'archive', sessionId, at, archived } as const;
  }),
  fc.nat({ max: 2 }).map((conflicts) => (sessionId: string, at: number) => {
    return { type: 'workTree', sessionId, at, conflicts } as const;
  }),
);

const step: fc.Arbitrary<Step> = fc
  .tuple(fc.constantFrom(...ids), fc.constantFrom(0, 10, 1_600, 40_000), eventOf)
  .map(([sessionId, passes, make]) => ({
    sessionId,
    passes,
    event: (at) => make(sessionId, at),
  }));

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.record({ message: fc.string(), args: fc.array(fc.anything()) }),
  fc.anything(),
);
const badge = fc.record(
  {
    text,
    icon: fc.constantFrom(...displayIcons, 'skull', 7),
    tone: fc.constantFrom(...displayTones, 'pink'),
    tooltip: text,
    href: fc.oneof(fc.webUrl(), fc.constantFrom('https://a.b', 'javascript:alert(1)', 7)),
  },
  { requiredKeys: [] },
);
const label = fc.oneof(
  fc.record(
    {
      label: text,
      icon: fc.constantFrom(...displayIcons),
      tone: fc.constantFrom(...displayTones),
      urgency: fc.constantFrom(-1, 0, 1, 2, '1'),
      badges: fc.oneof(fc.array(badge, { maxLength: 60 }), fc.anything()),
      detail: text,
    },
    { requiredKeys: [] },
  ),
  fc.anything(),
);

/** An answer that ignores the types: a label, an exception, or an attempt to change the view. */
type Answer = { readonly how: 'says' | 'throws' | 'writes' | 'traps'; readonly label: unknown };
const answer: fc.Arbitrary<Answer> = fc.record({
  how: fc.constantFrom('says', 'says', 'says', 'throws', 'writes', 'traps'),
  label,
});

function given({ how, label: givenLabel }: Answer, view: SessionView): unknown {
  if (how === 'throws') throw new Error('Oh');
  if (how === 'writes') Object.assign(view.core, { state: 'idle', group: 'delivered' });
  if (how === 'traps')
    return {
      get badges(): unknown {
        throw new Error('Oh');
      },
    };
  return givenLabel;
}

/** Outcomes from the included layers only. */
function shipped(): Outcomes {
  const choice = new LayerChoice(() => true);
  return new Outcomes({ layersFor: (view) => choice.layersFor(view), log: silentLog });
}

/** Outcomes from hostile sources and the included layers. */
function hostile(answers: readonly Answer[]): Outcomes {
  let count = 0;
  const next = (view: SessionView): unknown => {
    count += 1;
    const one = answers[count % answers.length];
    return one === undefined ? undefined : given(one, view);
  };
  const labelsFor = (view: SessionView): readonly SourcedLabel[] => [
    { layer: `l${count}`, label: next(view), because: { text: 'a', at: NaN } } as SourcedLabel,
  ];
  const choice = new LayerChoice(() => true);
  const layers = Array.from({ length: 20 }, (_, id): Layer => ({
    id: `${id}`,
    interpret: (view) => next(view) as ReturnType<Layer['interpret']>,
  }));
  return new Outcomes({
    layersFor: (view) => [...choice.layersFor(view), ...layers.slice(count % 15)],
    rules: { signalsOf: () => [], labelsFor },
    labels: { labelsFor },
    pulls: { stateOf: () => ({ state: 'open' }) },
    log: silentLog,
  });
}

/** The fields of a card that no layer can change. */
function core({ display: _display, outcome: _outcome, ...rest }: LiveSession): object {
  return rest;
}

/** Layers may order sessions of equal rank, but never sessions of different ranks. */
function rankOf(session: LiveSession): string {
  const { agentState, pinned } = session;
  const urgency = agentState.group === 'needs_you' ? urgencyRank(agentState.state) : 0;
  return [sectionOf(session), isReady(agentState), urgency, pinned === true].join('/');
}

describe('The contract of layers', () => {
  const boards: LiveBoard[] = [];
  afterEach(() => {
    for (const board of boards.splice(0)) board.dispose();
  });

  function boardWith(clock: () => number, attach: (board: LiveBoard) => void) {
    const trail: string[] = [];
    const board = new LiveBoard(
      () => ({ usd: 0, tokens: 0 }),
      clock,
      ({ sessionId, agentState }) => trail.push(`${sessionId} ${agentState.state}`),
    );
    board.add({ fieldsOf: ({ sessionId }) => (sessionId === 'c' ? { pinned: true } : {}) });
    const incidents = new Incidents(start);
    board.onDidChange(({ changed, removed }) => {
      for (const session of changed) incidents.update(session, clock());
      for (const sessionId of removed) incidents.remove(sessionId);
    });
    attach(board);
    boards.push(board);
    return { board, trail, incidents };
  }

  function holds(steps: readonly Step[], attach: (board: LiveBoard) => void): void {
    let now = start;
    const plain = boardWith(
      () => now,
      () => undefined,
    );
    const layered = boardWith(() => now, attach);
    for (const { passes, event } of steps) {
      now += passes;
      const applied = event(now);
      plain.board.apply(applied);
      layered.board.apply(applied);
      const [expected, actual] = [plain.board.snapshot(), layered.board.snapshot()];
      assert.deepEqual(actual.summary, expected.summary);
      const byId = (sessions: readonly LiveSession[]) =>
        sessions.toSorted((a, b) => (a.sessionId < b.sessionId ? -1 : 1));
      assert.deepEqual(byId(actual.sessions).map(core), byId(expected.sessions).map(core));
      assert.deepEqual(layered.trail, plain.trail);
      assert.deepEqual(layered.incidents.open, plain.incidents.open);
      for (const id of ids) assert.deepEqual(layered.board.rest(id), plain.board.rest(id));
      assert.deepEqual(actual.sessions.map(rankOf), expected.sessions.map(rankOf));
      for (const order of sortOrders.filter((one) => one !== 'urgency')) {
        const sorted = (sessions: readonly LiveSession[]) =>
          sessions.toSorted(comparatorFor(order)).map(rankOf);
        assert.deepEqual(sorted(actual.sessions), sorted(expected.sessions));
      }
      for (const { display, outcome, agentState } of actual.sessions) {
        if (display !== undefined) assert.deepEqual(displaySchema.parse(display), display);
        if (outcome !== undefined) assert.deepEqual(outcomeSchema.parse(outcome), outcome);
        const rests = ['idle', 'task_complete', 'session_ended'].includes(agentState.state);
        if (!rests) assert.equal(display?.label, undefined);
      }
    }
  }

  it('holds for the shipped layers, whatever happened', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) =>
        holds(steps, (board) => board.add(shipped())),
      ),
      { numRuns: 60 },
    );
  });

  it('holds whatever rules, extensions and layers answer', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.array(answer, { minLength: 1, maxLength: 12 }),
        (steps, answers) => holds(steps, (board) => board.add(hostile(answers))),
      ),
      { numRuns: 120 },
    );
  });
});
