import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import {
  reviewSchema,
  type Review,
  type ReviewFile,
  type ReviewScope,
} from '../../../src/shared/protocol/work/review';
import { routes } from '../../../src/shared/protocol/protocol';
import { GitRepository } from '../git/gitRepository';
import type { Answer } from '../hub/wire/call';
import { removeHome, tempHome } from '../hub/tempHome';
import { TestHub } from '../hub/testHub';
import { SceneSession, type SceneSessionOptions } from './sceneSession';

const minuteMs = 60_000;

export interface ReviewSceneOptions {
  /** Without a repository it is a plain folder. */
  readonly git?: boolean;
  /** Extra arguments of `git init`. */
  readonly init?: readonly string[];
}

/** A hub with sessions that change real files in a real repository, on a simulated clock. */
export class ReviewScene {
  /** Each step of sessions and of git is one minute later, starting some hours ago. */
  now = Date.now() - 6 * 60 * minuteMs;
  private count = 0;

  private constructor(
    readonly home: string,
    /** Real path of the folder that sessions work in. */
    readonly folder: string,
    readonly repository: GitRepository,
    public hub: TestHub,
  ) {}

  static async open(options: ReviewSceneOptions = {}): Promise<ReviewScene> {
    return ReviewScene.on(await TestHub.start(await tempHome()), options);
  }

  /** Adds a scene to an existing hub. */
  static async on(
    hub: TestHub,
    { git = true, init = [] }: ReviewSceneOptions = {},
  ): Promise<ReviewScene> {
    const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'mc-review-')));
    const repository = new GitRepository(folder);
    if (git && init.length === 0) repository.init();
    else if (git) repository.git('init', '-q', '-b', 'main', ...init);
    return new ReviewScene(hub.home, folder, repository, hub);
  }

  /** Advances the clock by a minute. */
  step(): number {
    this.now += minuteMs;
    return this.now;
  }

  file(...names: readonly string[]): string {
    return path.join(this.folder, ...names);
  }

  /** Runs git a minute later. */
  git(...args: readonly string[]): string {
    return this.repository.gitAt(this.step(), ...args);
  }

  /** Writes files and commits all changes. */
  commit(files: Readonly<Record<string, string>> = {}, message = 'Work'): string {
    for (const [name, text] of Object.entries(files)) this.repository.write(name, text);
    return this.repository.commitAll(message, this.step());
  }

  get head(): string {
    return this.repository.git('rev-parse', 'HEAD').trim();
  }

  session(options: Partial<SceneSessionOptions> = {}): SceneSession {
    this.count += 1;
    const sessionId = `5e551011-0000-4000-8000-${String(this.count).padStart(12, '0')}`;
    return new SceneSession(this, { sessionId, cwd: this.folder, history: true, ...options });
  }

  /** Waits until the hub has read everything that the session wrote, then requests its review. */
  async review(session: SceneSession, scope: ReviewScope = 'all'): Promise<Review> {
    await session.known();
    const answer = await this.ask(session.sessionId, scope);
    assert.equal(answer.status, 200, answer.text);
    return reviewSchema.parse(JSON.parse(answer.text));
  }

  ask(sessionId: string, scope: string): Promise<Answer> {
    return this.hub.call(`${routes.sessions}/${sessionId}/review?scope=${scope}`);
  }

  /** The listed files by their names, without their paths. */
  async files(
    session: SceneSession,
    scope: ReviewScope = 'all',
  ): Promise<Readonly<Record<string, Omit<ReviewFile, 'path' | 'name'>>>> {
    const { files } = await this.review(session, scope);
    return Object.fromEntries(files.map(({ path: _path, name, ...file }) => [name, file]));
  }

  askText(
    sessionId: string,
    file: string,
    side: string,
    scope: ReviewScope = 'all',
  ): Promise<Answer> {
    const query = new URLSearchParams({ scope, path: file, side });
    return this.hub.call(`${routes.sessions}/${sessionId}/review/text?${query.toString()}`);
  }

  /** Both sides of a file in the last review. */
  async texts(
    { sessionId }: SceneSession,
    name: string,
    scope: ReviewScope = 'all',
  ): Promise<readonly [before: string, after: string]> {
    const read = async (side: string): Promise<string> => {
      const answer = await this.askText(sessionId, path.resolve(this.folder, name), side, scope);
      assert.equal(answer.status, 200, answer.text);
      return (JSON.parse(answer.text) as { readonly text: string }).text;
    };
    return [await read('before'), await read('after')];
  }

  mark({ sessionId }: SceneSession, reviewed = true, seen?: string): Promise<Answer> {
    return this.hub.post(`${routes.sessions}/${sessionId}/reviewed`, { reviewed, seen });
  }

  /** Starts the next hub of the same home. */
  async restart(): Promise<void> {
    await this.hub.close();
    this.hub = await TestHub.start(this.home);
    await this.hub.running.complete;
  }

  async close(): Promise<void> {
    await this.hub.close();
    await removeHome(this.home);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
