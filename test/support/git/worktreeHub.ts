import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import {
  createWorktreesFeature,
  type HubWorktrees,
} from '../../../src/extension/hub/worktrees/feature';
import { processTable } from '../../../src/extension/hub/ingest/processes';
import { Refusal } from '../../../src/extension/hub/serve/refusal';
import { silentLog, type Log } from '../../../src/extension/util/log';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import type {
  WorktreeRestoration,
  RemovedWorktree,
  Worktree,
} from '../../../src/shared/protocol/work/worktrees';
import { LinkedWorktree } from './linkedWorktree';

/** A linked worktree of the real git in which a session works, and the hub's calls for it. */
export class WorktreeHub {
  readonly linked = new LinkedWorktree();
  readonly warned: string[] = [];
  /** Ids of living sessions that work in it. */
  readonly living: string[] = [];
  readonly log: Log = { ...silentLog, warn: (text) => void this.warned.push(text) };
  private readonly scratch = mkdtempSync(path.join(os.tmpdir(), 'mc-scratch-'));
  readonly hub: HubWorktrees = createWorktreesFeature({
    folder: { path: this.scratch },
    log: this.log,
    board: {
      get: (id) => (id === 'none' ? undefined : this.session(id)),
      liveProjects: () =>
        this.living.map((sessionId) => ({ sessionId, folder: this.linked.tree.root })),
    },
    sources: { registries: { sessionIds: () => new Set() }, processes: processTable() },
  });

  async look(): Promise<Worktree> {
    const answer = await this.hub.calls.worktree({ sessionId: 'one' }, undefined);
    assert.ok(!(answer instanceof Refusal), JSON.stringify(answer));
    return answer;
  }

  async keeps(): Promise<Worktree['keeps']> {
    return (await this.look()).keeps;
  }

  /** Removes the work tree if it is still as in `shown`, by default as it is now. */
  async remove(branch = false, shown?: Worktree): Promise<RemovedWorktree | Refusal> {
    const { seen } = shown ?? (await this.look());
    const request = { sessionId: 'one', seen: seen === '' ? 'nothing' : seen, branch };
    return this.hub.calls.removeWorktree(request, undefined);
  }

  async removed(branch = false): Promise<RemovedWorktree> {
    const answer = await this.remove(branch);
    assert.ok(!(answer instanceof Refusal), JSON.stringify([answer, this.warned]));
    await this.hub.whenIdle();
    return answer;
  }

  async undo(removed: RemovedWorktree): Promise<WorktreeRestoration | Refusal> {
    return this.hub.calls.addWorktree(removed, undefined);
  }

  async dispose(): Promise<void> {
    await this.hub.whenIdle();
    this.linked.remove();
    rmSync(this.scratch, { recursive: true, force: true });
  }

  private session(sessionId: string): LiveSession {
    const { main, tree } = this.linked;
    const projectPath = sessionId === 'main' ? main.root : tree.root;
    const session: Partial<LiveSession> = {
      sessionId,
      title: `Title of ${sessionId}`,
      projectPath,
    };
    return session as LiveSession;
  }
}

/** The slug of a refusal; undefined for any other answer. */
export function slugOf(answer: unknown): string | undefined {
  return answer instanceof Refusal ? answer.error : undefined;
}
