import type { DomainEvent } from '../../../src/extension/hub/domain/facts/event';
import type { SignalFact } from '../../../src/extension/hub/domain/facts/signals';
import { emptyTranscript } from '../../../src/extension/hub/domain/facts/transcriptFold';
import { LayerChoice } from '../../../src/extension/hub/layers/layerChoice';
import { Outcomes } from '../../../src/extension/hub/layers/outcomes';
import { LiveBoard } from '../../../src/extension/hub/board/liveBoard';
import { Looks } from '../../../src/extension/hub/looks/looks';
import { RuleBook } from '../../../src/extension/hub/rules/ruleBook';
import { RuleMatches } from '../../../src/extension/hub/rules/ruleMatches';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { silentLog } from '../../../src/extension/util/log';
import type { LabelRule } from '../../../src/shared/protocol/layers/rules';
import { aHookEvent } from '../../support/hub/hooks';
import { freshHome } from '../freshHome';
import { verdict, type Measurement } from '../measurement';
import { duration, median, p50p99 } from '../statistics';

const cards = 1_000;
const rules = 50;
const updates = 2_000;
/** Maximum time in ms that layers, rules and looks may add to an update. */
const budgetMs = 2;

/**
 * Measures the time that layers, rules and looks add to an update of one card on a full board, and
 * the time of an update of all cards.
 */
export const layers: Measurement = {
  name: 'layers',
  async measure() {
    const plain = filledBoard();
    const layered = filledBoard();
    const choice = new LayerChoice(() => true);
    const outcomes = new Outcomes({
      layersFor: (view) => choice.layersFor(view),
      rules: ruleBook(rules),
      log: silentLog,
    });
    using home = freshHome();
    const looks = await looksOfAbsentPerson(layered, home.configHome);
    layered.add(outcomes);
    layered.add(looks);
    const drawAll = (): void => {
      outcomes.invalidate();
      layered.touchAll();
      layered.flush();
    };
    drawAll();
    const times = { plain: [] as number[], layered: [] as number[] };
    for (let index = 0; index < updates; index += 1) {
      // Both boards are updated alternately, so that other programs disturb both equally.
      const events = progressEvents(index);
      times.plain.push(timeOf(() => applyAll(plain, events)));
      times.layered.push(timeOf(() => applyAll(layered, events)));
    }
    const added = median(times.layered) - median(times.plain);
    const all = timeOf(drawAll);
    plain.dispose();
    layered.dispose();
    await looks.close();
    return [
      {
        figure: `update of ${cards} cards with both layers, ${rules} rules and a digest`,
        measured: `${p50p99(times.layered)}, ${duration(added)} more`,
        budget: `< ${duration(budgetMs)} more`,
        raw: `${p50p99(times.plain)} without`,
        ratio: median(times.layered) / median(times.plain),
        verdict: verdict(added < budgetMs),
      },
      {
        figure: `all ${cards} cards with both layers and ${rules} rules, after a change of the settings`,
        measured: duration(all),
        verdict: 'as it is',
      },
    ];
  },
};

function filledBoard(): LiveBoard {
  const board = new LiveBoard(() => ({ usd: 0, tokens: 0 }));
  for (let index = 0; index < cards; index += 1) {
    board.apply(aHookEvent(Date.now(), 'UserPromptSubmit', { session_id: idOf(index) }));
    board.apply(read(index, 0));
  }
  board.flush();
  return board;
}

/** Events that change the state, the signals and the files of a session. */
function progressEvents(index: number): readonly DomainEvent[] {
  const name = Math.floor(index / cards) % 2 === 0 ? 'Stop' : 'UserPromptSubmit';
  const hook = aHookEvent(Date.now(), name, { session_id: idOf(index % cards) });
  return [hook, read(index % cards, index)];
}

/**
 * Looks of a person who has been away for ten minutes, so that sessions that finish are added to
 * the digest.
 */
async function looksOfAbsentPerson(board: LiveBoard, folder: string): Promise<Looks> {
  let agoMs = 10 * 60_000;
  const looks = new Looks({
    folder: new PrivateFolder(folder),
    onError: (error) => {
      throw error;
    },
    onlookers: { isHere: false, inFront: [], isSeen: () => false, trackTerminal: () => undefined },
    session: (sessionId) => board.get(sessionId),
    touch: (sessionId) => board.touch(sessionId),
    refresh: () => undefined,
    spentSince: () => 0,
    clock: () => Date.now() - agoMs,
  });
  await looks.load();
  looks.trust();
  agoMs = 0;
  return looks;
}

function applyAll(board: LiveBoard, events: readonly DomainEvent[]): void {
  for (const event of events) board.apply(event);
  board.flush();
}

function timeOf(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function idOf(index: number): string {
  return `5e551011-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

function read(index: number, round: number): DomainEvent {
  const at = Date.now();
  const sessionId = idOf(index);
  const facts = emptyTranscript(`/projects/p/${sessionId}.jsonl`);
  const files = Array.from(
    { length: 40 },
    (_, file) => [`/home/dev/p/src/file${file}.ts`, 1 + round, 1 + round, 1 + round, at] as const,
  );
  const changes = { ...facts.changes, files, fileCount: 40, edits: 40 + round };
  const signals = Array.from({ length: 32 }, (_, count) => signalOf(count, at));
  return {
    type: 'transcriptRead',
    sessionId,
    at,
    readAt: at,
    facts: { ...facts, firstAt: at, lastAt: at, turns: signals.length, signals, changes },
  };
}

function signalOf(count: number, at: number): SignalFact {
  const kinds = ['commit', 'tests', 'pr', 'push'] as const;
  const data = {
    sha: `f5a3b${count}`,
    branch: 'feature/auth',
    runner: 'vitest',
    passed: 212,
    number: count,
    url: `https://github.com/dev/proj/pull/${count}`,
    action: 'created',
  };
  return {
    kind: kinds[count % kinds.length] ?? 'commit',
    at: at - count,
    turn: count,
    ok: true,
    data,
  };
}

/** Rules that each examine all signals of a session; every tenth matches. */
function ruleBook(count: number): RuleBook {
  const book = new RuleBook({
    matches: new RuleMatches(silentLog),
    log: silentLog,
    projectOf: () => undefined,
    home: '/home/dev',
  });
  const labels = Array.from({ length: count }, (_, rule): LabelRule => {
    const branch = rule % 10 === 9 ? 'feature/auth' : `feature/${rule}/*`;
    return {
      name: `rule ${rule + 1}`,
      when: { signal: 'push', ok: true, data: { branch }, not: ['deploy'] },
      label: 'Pushed {branch}',
      badges: [{ text: `rule ${rule + 1}` }],
    };
  });
  book.set([{ origin: 'user', rules: { signals: [], labels } }]);
  return book;
}
