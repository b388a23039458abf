import assert from 'node:assert/strict';
import * as path from 'node:path';
import { isFileEdit } from '../../../src/shared/agents/tools';
import { Collisions } from '../../../src/extension/hub/collisions/collisions';
import type { WorkLoss } from '../../../src/extension/hub/collisions/keptCollisions';
import type { HookPayload } from '../../../src/extension/agents/claude/hooks/hookPayload';
import { LiveBoard } from '../../../src/extension/hub/board/liveBoard';
import { RowReader, type Row } from '../../support/recordings/recording';
import { cast } from '../../tools/demo/cast';
import type { Play } from '../../tools/demo/play';
import { curtainEpoch, folders, inMemory, isRegistry } from './recordedPlay';

/** Long enough for each scene to be repeated several times. */
const hours = 1;
/**
 * Largest distance of two changes that collide, in ms; the client may record a change up to a
 * minute after its call.
 */
const nearMs = 31 * 60_000;
/** Largest delay, in ms, between a commit's call and its record. */
const slackMs = 60_000;
/** The project in which scripted sessions take each other's work. */
const staged = 'gift-cards';
const repositories = new Set(
  cast.flatMap(({ project }) => (project.uncommitted === undefined ? [] : project.name)),
);

interface Line {
  readonly sessionId: string;
  readonly timestamp: string;
  readonly cwd?: string;
  readonly message?: { readonly content?: unknown };
}

interface Block {
  readonly input?: { readonly file_path?: string; readonly command?: string };
  readonly name?: string;
}

interface Alarm {
  readonly level: number;
  /**
   * True if, by the script, both sessions changed each of its files within that time, without a
   * commit since.
   */
  readonly isTrue: boolean;
  readonly tree: string;
  readonly files: string;
}

/** Plays the demo and records its traces as rows of a recording. */
class RecordedPlay {
  private readonly play: Play;
  private readonly opening: Row[] = [];
  private moment = 0;
  private rows: Row[] = this.opening;

  constructor() {
    const projects = path.join(folders.configHome, 'projects');
    const record = (row: Omit<Row, 'at'>, at = curtainEpoch + this.moment): void => {
      this.rows.push({ at, ...row });
    };
    this.play = inMemory(cast, {
      append(file, lines) {
        for (const line of lines) {
          const at = Date.parse(String(line['timestamp']));
          record({ file: path.relative(projects, file), line }, Number.isNaN(at) ? undefined : at);
        }
      },
      write(file, text) {
        const json = (): unknown => JSON.parse(text);
        if (file.endsWith('.meta.json'))
          record({ meta: path.relative(projects, file), text: json() });
        else if (isRegistry(file)) record({ registry: path.basename(file), text: json() });
      },
      remove(file) {
        if (isRegistry(file)) record({ registry: path.basename(file), text: null });
      },
      hook: ({ pid }, payload) => record({ hook: payload as unknown as HookPayload, pid }),
    });
  }

  /** The traces before live play of the sessions that are open then. */
  *before(): Iterable<Row> {
    this.rows = [];
    this.play.raise();
    const living = this.rows.flatMap(({ registry, text }) =>
      registry === undefined ? [] : String((text as { readonly sessionId?: string }).sessionId),
    );
    yield* this.opening
      .filter(({ file = '', meta = file }) => living.some((id) => meta.includes(id)))
      .sort((a, b) => a.at - b.at);
    yield* this.rows;
  }

  second(number: number): readonly Row[] {
    this.rows = [];
    this.moment = number * 1000;
    this.play.advance(this.moment);
    return this.rows;
  }
}

function blocksIn(line: Line | undefined): readonly Block[] {
  const content = line?.message?.content;
  return Array.isArray(content) ? (content as readonly Block[]) : [];
}

/** The work tree that contains a folder of the demo: a project or one of its worktrees. */
function treeOf(folder: string): string {
  const [tree = folder] =
    /^\/demo\/code\/[^/]+(?:\/\.claude\/worktrees\/[^/]+)?/u.exec(folder) ?? [];
  return tree;
}

/**
 * Reports collisions to cards like the hub, under the worst-case assumption that every sweep took
 * everything it could.
 */
class Watch {
  private now = 0;
  private readonly reader = new RowReader();
  private readonly taken = new Map<string, WorkLoss>();
  private readonly folders = new Map<string, string>();
  readonly board = new LiveBoard(
    () => ({ usd: 0, tokens: 0 }),
    () => this.now,
  );
  /** All collisions that were on a card, by name. */
  readonly alarms = new Map<string, Alarm>();
  readonly sharing = new Set<string>();
  /** Time of the last scripted change, by file and session. */
  private readonly edits = new Map<string, Map<string, number>>();
  /** Time of the last scripted commit, by work tree. */
  private readonly commits = new Map<string, number>();
  private readonly changed = new Set<string>();
  private readonly engine = new Collisions({
    placeOf: (sessionId) => {
      const top = treeOf(this.folders.get(sessionId) ?? '/');
      return { top, folder: `${top}/.git`, common: `${top}/.git`, worktree: undefined };
    },
    touch: (sessionId) => this.board.touch(sessionId),
    realPath: (file) => Promise.resolve(file),
    ignored: { among: () => Promise.resolve(new Set()) },
    moves: (folder) => {
      const at = this.commits.get(path.dirname(folder));
      return Promise.resolve(at === undefined ? [] : [{ act: 'commit', at }]);
    },
    kept: {
      isQuiet: () => false,
      lossWithId: (id) => this.taken.get(id),
      lossesOf: (id) =>
        [...this.taken.values()].filter((one) => [one.taker, one.owner].includes(id)),
      put: (entry) => {
        if (entry.kind === 'taken') this.taken.set(entry.id, entry);
        return Promise.resolve();
      },
    },
    workTreeOf: (folder) => {
      const top = treeOf(folder);
      return Promise.resolve({ top, folder: `${top}/.git`, common: top, worktree: undefined });
    },
    evidence: (_top, paths) =>
      Promise.resolve(
        new Map(paths.map((file) => [file, { writtenAt: this.now, folderAt: 0, status: 'same' }])),
      ),
    onDidTake: () => undefined,
    now: () => this.now,
    onError: (error) => assert.fail(String(error)),
  });

  constructor() {
    this.board.add(this.engine);
    this.board.onDidChange(({ changed, removed }) => {
      for (const sessionId of removed) this.engine.forget(sessionId);
      for (const { sessionId } of changed) this.changed.add(sessionId);
    });
  }

  async take(rows: Iterable<Row>): Promise<void> {
    for (const row of rows) {
      this.now = Math.max(this.now, row.at);
      this.note(row);
      for (const event of this.reader.events(row)) {
        const cwd = row.hook?.cwd ?? (row.text as { readonly cwd?: string } | undefined)?.cwd;
        if (cwd !== undefined) this.folders.set(event.sessionId, cwd);
        this.board.apply(event);
      }
    }
    this.board.flush();
    await this.engine.whenIdle();
    this.board.flush();
    for (const sessionId of this.changed) this.look(sessionId);
    this.changed.clear();
  }

  private note({ line }: Row): void {
    const parsed = line as Line | undefined;
    for (const { input, name = '' } of blocksIn(parsed)) {
      if (parsed === undefined) continue;
      const at = Date.parse(parsed.timestamp);
      const file = isFileEdit(name) ? input?.file_path : undefined;
      if (file !== undefined)
        this.edits.set(file, (this.edits.get(file) ?? new Map()).set(parsed.sessionId, at));
      if (input?.command?.includes('git commit') === true)
        this.commits.set(treeOf(parsed.cwd ?? ''), at);
    }
  }

  private meet(file: string, one: string, other: string): boolean {
    const [own = 0, others = 0] = [one, other].map((id) => this.edits.get(file)?.get(id) ?? 0);
    const committedAt = this.commits.get(treeOf(file)) ?? 0;
    return Math.abs(own - others) <= nearMs && Math.min(own, others) + slackMs > committedAt;
  }

  private look(sessionId: string): void {
    const collisions = this.board.get(sessionId)?.collisions;
    const top = treeOf(this.folders.get(sessionId) ?? '/');
    const tree = path.basename(top);
    if ((collisions?.others ?? 0) > 0) this.sharing.add(tree);
    for (const { id, level, files, sessionId: other } of collisions?.found ?? []) {
      const isTrue = files.every((file) => this.meet(path.join(top, file), sessionId, other));
      if (this.alarms.get(id)?.isTrue !== false)
        this.alarms.set(id, { level, isTrue, tree, files: files.join(' ') });
    }
  }

  dispose(): void {
    this.engine.dispose();
    this.board.dispose();
  }
}

describe('An hour of the demo’s day, over and over', function () {
  this.timeout(300_000);
  let alarms: readonly Alarm[];
  let sharing: ReadonlySet<string>;
  const alarmsElsewhere = (isWanted: (alarm: Alarm) => boolean): readonly Alarm[] =>
    alarms.filter((one) => one.tree !== staged && isWanted(one));

  before(async () => {
    const play = new RecordedPlay();
    const watch = new Watch();
    await watch.take(play.before());
    for (let second = 1; second <= hours * 3600; second += 1) {
      const rows = play.second(second);
      if (rows.length > 0) await watch.take(rows);
    }
    watch.dispose();
    alarms = [...watch.alarms.values()];
    ({ sharing } = watch);
  });

  it('warns of what its script has two sessions do to each other, at each level', () => {
    const levels = alarms.flatMap(({ tree, level }) => (tree === staged ? level : []));
    assert.deepEqual(new Set(levels), new Set([1, 2, 3]));
  });

  it('has no other warning in its repositories', () => {
    assert.deepEqual(
      alarmsElsewhere(({ tree }) => repositories.has(tree)),
      [],
    );
  });

  it('would have none of losses if each of its folders were a work tree, and only true ones', () => {
    assert.ok(sharing.size > 5, [...sharing].join(' '));
    assert.deepEqual(
      alarmsElsewhere(({ level, isTrue }) => level > 1 || !isTrue),
      [],
    );
    // Ensures that the check had true alarms to confirm; the routine scenes are the same for all
    // sessions.
    assert.ok(alarmsElsewhere(({ isTrue }) => isTrue).length > 5);
  });
});
