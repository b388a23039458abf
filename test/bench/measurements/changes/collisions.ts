import { Collisions } from '../../../../src/extension/hub/collisions/collisions';
import { addEdit, type FileChanges } from '../../../../src/extension/hub/domain/facts/changes';
import type { DomainEvent } from '../../../../src/extension/hub/domain/facts/event';
import { emptyTranscript } from '../../../../src/extension/hub/domain/facts/transcriptFold';
import { LiveBoard } from '../../../../src/extension/hub/board/liveBoard';
import { aHookEvent } from '../../../support/hub/hooks';
import { verdict, type Measurement } from '../../measurement';
import { duration, median, megabytes, p50p99 } from '../../statistics';
import { usedMemory } from '../../process/usedMemory';

const sessions = 50;
const files = 400;
/** Number of files that all sessions change. */
const sharedFiles = 5;
const updates = 1_000;
const budgetBytes = 5e6;
/** Maximum time in ms that collisions may add to an update. */
const budgetMs = 1;
const top = '/home/dev/shop';

/**
 * Measures the memory and time that the detection of collisions needs for many sessions in one
 * repository.
 */
export const collisions: Measurement = {
  name: 'collisions',
  async measure() {
    const plain = new Scene();
    plain.fill();
    // The first round is discarded, because it includes memory for compiled code.
    const samples = [
      await sampleMemory(),
      await sampleMemory(),
      await sampleMemory(),
      await sampleMemory(),
    ].slice(1);
    const grown = median(samples.map(({ touches, engine }) => touches + engine));
    const touches = median(samples.map((one) => one.touches));
    const { scene: watched, collisions: engine } = await sampleMemory();
    const times = { plain: [] as number[], watched: [] as number[] };
    for (let index = 0; index < updates; index += 1) {
      // Both boards are updated alternately, so that other programs disturb both equally.
      times.plain.push(await timeOf(() => plain.editOwnFile(index)));
      times.watched.push(
        await timeOf(async () => {
          watched.editOwnFile(index);
          await engine.whenIdle();
          watched.board.flush();
        }),
      );
    }
    const added = median(times.watched) - median(times.plain);
    const colliding = watched.board
      .snapshot()
      .sessions.filter((one) => one.collisions !== undefined);
    plain.board.dispose();
    watched.board.dispose();
    engine.dispose();
    return [
      {
        figure: `${sessions} sessions in one repository, each with ${files} changed files: memory`,
        measured: megabytes(grown),
        budget: `< ${megabytes(budgetBytes)}`,
        verdict: verdict(grown < budgetBytes && colliding.length === sessions),
        notes: [
          `${megabytes(touches)} for what they changed, ${megabytes(grown - touches)} to find who meets whom`,
        ],
      },
      {
        figure: `an edit of one of them, until all cards tell of it`,
        measured: `${p50p99(times.watched)}, ${duration(added)} more`,
        budget: `< ${duration(budgetMs)} more`,
        raw: `${p50p99(times.plain)} without`,
        ratio: median(times.watched) / median(times.plain),
        verdict: verdict(added < budgetMs),
      },
    ];
  },
};

interface MemorySample {
  readonly scene: Scene;
  readonly collisions: Collisions;
  /** Bytes for the files that the sessions have changed. */
  readonly touches: number;
  /** Bytes for the detected collisions. */
  readonly engine: number;
}

async function sampleMemory(): Promise<MemorySample> {
  const scene = new Scene();
  const before = await usedMemory();
  scene.fill();
  const filled = await usedMemory();
  const collisions = await scene.watch();
  const engine = (await usedMemory()) - filled;
  return { scene, collisions, touches: filled - before, engine };
}

/** A board of working sessions with the files that each has changed. */
class Scene {
  readonly board = new LiveBoard(() => ({ usd: 0, tokens: 0 }));
  private readonly changes = new Map<number, FileChanges>();

  constructor() {
    for (let session = 0; session < sessions; session += 1) {
      this.board.apply(
        aHookEvent(Date.now(), 'UserPromptSubmit', { session_id: idOf(session), cwd: top }),
      );
    }
    this.board.flush();
  }

  /** Lets every session edit all its files. */
  fill(): void {
    for (let session = 0; session < sessions; session += 1) {
      for (let file = 0; file < files; file += 1) this.edit(session, pathOf(session, file));
      this.board.apply(this.read(session));
    }
    this.board.flush();
  }

  async watch(): Promise<Collisions> {
    const place = { top, folder: `${top}/.git`, common: `${top}/.git`, worktree: undefined };
    const engine = new Collisions({
      placeOf: () => place,
      touch: (sessionId) => this.board.touch(sessionId),
      realPath: (file) => Promise.resolve(file),
      ignored: { among: () => Promise.resolve(new Set()) },
      moves: () => Promise.resolve([]),
      kept: {
        isQuiet: () => false,
        lossWithId: () => undefined,
        lossesOf: () => [],
        put: () => Promise.resolve(),
      },
      workTreeOf: () => Promise.resolve(place),
      evidence: () => Promise.resolve(undefined),
      onDidTake: () => undefined,
      now: Date.now,
      onError: (error) => {
        throw error;
      },
    });
    this.board.add(engine);
    this.board.touchAll();
    this.board.flush();
    await engine.whenIdle();
    this.board.flush();
    return engine;
  }

  /** Lets a session edit another time a file that no other session has changed. */
  editOwnFile(index: number): void {
    const session = index % sessions;
    this.edit(session, pathOf(session, sharedFiles + (index % (files - sharedFiles))));
    this.board.apply(this.read(session));
    this.board.flush();
  }

  private edit(session: number, path: string): void {
    const changes = this.changes.get(session) ?? emptyTranscript('').changes;
    this.changes.set(session, addEdit(changes, path, { turn: 1, at: Date.now() }));
  }

  private read(session: number): DomainEvent {
    const at = Date.now();
    const facts = emptyTranscript(`/projects/p/${idOf(session)}.jsonl`);
    const changes = this.changes.get(session) ?? facts.changes;
    return {
      type: 'transcriptRead',
      sessionId: idOf(session),
      at,
      readAt: at,
      facts: { ...facts, firstAt: at, lastAt: at, turns: 1, changes },
    };
  }
}

/**
 * The path of a file. It is a separate string in memory each time, as if it were parsed from a
 * transcript.
 */
function pathOf(session: number, file: number): string {
  const name =
    file < sharedFiles
      ? `${top}/packages/core/src/components/shared${file}.ts`
      : `${top}/packages/part${session}/src/components/file${file}.ts`;
  return JSON.parse(JSON.stringify(name)) as string;
}

async function timeOf(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function idOf(index: number): string {
  return `5e551011-0000-4000-8000-${String(index).padStart(12, '0')}`;
}
