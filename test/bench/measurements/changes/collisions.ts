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
/** Files that every session changed. */
const sharedFiles = 5;
const updates = 1_000;
const budgetBytes = 5e6;
/** The most that it may add to an update, in ms. */
const budgetMs = 1;
const top = '/home/dev/shop';

/** What collisions cost the hub where many sessions work in one repository. */
export const collisions: Measurement = {
  name: 'collisions',
  async measure() {
    const plain = new Scene();
    plain.fill();
    // The first ones pay for what the program itself takes.
    const takes = [await take(), await take(), await take(), await take()].slice(1);
    const grown = median(takes.map(({ touches, engine }) => touches + engine));
    const touches = median(takes.map((one) => one.touches));
    const { scene: watched, collisions: engine } = await take();
    const times = { plain: [] as number[], watched: [] as number[] };
    for (let index = 0; index < updates; index += 1) {
      // They take turns, so that other programs disturb both alike.
      times.plain.push(await timeOf(() => plain.goOn(index)));
      times.watched.push(
        await timeOf(async () => {
          watched.goOn(index);
          await engine.whenIdle();
          watched.board.flush();
        }),
      );
    }
    const added = median(times.watched) - median(times.plain);
    const met = watched.board.snapshot().sessions.filter((one) => one.collisions !== undefined);
    plain.board.dispose();
    watched.board.dispose();
    engine.dispose();
    return [
      {
        figure: `${sessions} sessions in one repository, each with ${files} changed files: memory`,
        measured: megabytes(grown),
        budget: `< ${megabytes(budgetBytes)}`,
        verdict: verdict(grown < budgetBytes && met.length === sessions),
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

interface Take {
  readonly scene: Scene;
  readonly collisions: Collisions;
  /** Bytes that it takes to know what all of them changed. */
  readonly touches: number;
  /** Bytes that it takes to know who meets whom. */
  readonly engine: number;
}

async function take(): Promise<Take> {
  const scene = new Scene();
  const before = await usedMemory();
  scene.fill();
  const filled = await usedMemory();
  const collisions = await scene.watch();
  const engine = (await usedMemory()) - filled;
  return { scene, collisions, touches: filled - before, engine };
}

/** A board of sessions at work, and what each of them changed. */
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

  /** The sessions change their files. */
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
        taken: () => undefined,
        takenOf: () => [],
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

  /** A session edits a file of its own once more. */
  goOn(index: number): void {
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

/** A text of its own in memory, as each line of a transcript has. */
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
