import type { WorkLoss } from '../../../src/extension/hub/collisions/keptCollisions';
import { remoteIds } from './storySessions';
import type { StoryStage } from './storyStage';

/** Uncommitted work that sessions of a story lose to other sessions. */
export class StoryLosses {
  private readonly losses: WorkLoss[] = [];
  private readonly restored = new Set<string>();

  constructor(private readonly stage: StoryStage) {}

  /** True if the files of the work tree are restored. */
  isBack(top: string): boolean {
    return this.restored.has(top);
  }

  lose(count: number): void {
    const taker = this.stage.session;
    const [act, command, carried] = this.stage.oneOf([
      ['stash', 'git stash', false],
      ['reset', 'git reset --hard', false],
      ['switch', 'git switch other', true],
    ] as const);
    for (let index = 0; index < count; index += 1) {
      const owner = this.stage.session;
      if (owner === taker || remoteIds.has(owner)) continue;
      const id = `l${this.losses.length}`;
      this.stage.note(`${owner} loses work to ${taker}: ${id}, ${command}`);
      const at = this.stage.clock.now();
      const taken: WorkLoss = {
        kind: 'taken',
        id,
        top: `/${id}`,
        taker,
        owner,
        titles: {},
        at,
        sweeps: [{ act, command, ...(carried && { branch: 'other', carried }) }],
        files: [{ path: `/${id}/a.ts`, at: at - 1 }],
        dismissed: false,
        told: false,
      };
      this.losses.push(taken);
      this.stage.hub.lose(taken);
    }
  }

  /** The session that last lost work. */
  get lastOwner(): string {
    return this.losses.at(-1)?.owner ?? this.stage.session;
  }

  /** A random one of the last three losses. */
  private get recent(): WorkLoss | undefined {
    const last = this.losses.slice(-3);
    const found = last.length === 0 ? undefined : this.stage.oneOf(last);
    return found && this.stage.hub.kept.lossWithId(found.id);
  }

  regain(): void {
    const taken = this.recent;
    if (taken === undefined) return;
    this.stage.note(`the work of ${taken.id} is back`);
    this.restored.add(taken.top);
  }

  async dismiss(): Promise<void> {
    const taken = this.recent;
    if (taken === undefined) return;
    this.stage.note(`${taken.id} is dismissed`);
    await this.stage.hub.kept.dismiss(taken);
    this.stage.hub.update([taken.owner]);
  }

  grow(): void {
    const taken = this.recent;
    if (taken === undefined) return;
    this.stage.note(`${taken.id} grows`);
    const files = [...taken.files, { path: `${taken.top}/b.ts`, at: this.stage.clock.now() }];
    this.stage.hub.lose({ ...taken, files });
  }
}
