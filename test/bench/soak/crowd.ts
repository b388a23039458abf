import { cast } from '../../tools/demo/cast';
import { Conductor } from '../../tools/demo/stage/conductor';
import { DirectHooks } from '../../tools/demo/stage/directHooks';
import { listenerOf } from '../../tools/demo/audience';
import type { HookFields } from '../../tools/demo/client/hookPayload';
import { Play, type Part } from '../../tools/demo/play';
import {
  emptyStage,
  scratchStage,
  type Folders,
  type HookCaller,
} from '../../tools/demo/stage/stage';
import type { HookTarget } from '../../support/hub/wire/hubTarget';

const rehearsalMs = 30 * 60_000;

export interface CrowdOptions {
  readonly folders: Folders;
  readonly sessions: number;
  readonly hooksPerSecond: number;
}

/**
 * Plays many copies of the demo's sessions that never end, with transcripts, registry and hooks.
 */
export class Crowd {
  private readonly play: Play;
  private readonly hooks = new DirectHooks();
  private readonly conductor: Conductor;

  /** Writes the transcripts up to now, and the registry. */
  constructor({ folders, sessions, hooksPerSecond }: CrowdOptions) {
    const lasting = cast.filter((part) => rehearse(part, folders).isLasting);
    const parts = Array.from({ length: sessions }, (_, index) => {
      const part = lasting[index % lasting.length];
      if (part === undefined) throw new Error('Every session of the demo ends');
      return { ...part, id: `${part.id} ${index}` };
    });
    const perSecond = lasting.reduce((sum, part) => sum + rehearse(part, folders).hooks, 0);
    const natural = (perSecond / lasting.length) * sessions * (1_000 / rehearsalMs);
    this.play = new Play({
      folders,
      stage: scratchStage(this.hooks),
      parts,
      curtainEpoch: Date.now(),
      speed: hooksPerSecond / natural,
      loop: true,
    });
    this.play.raise();
    this.conductor = new Conductor(this.play, {
      listener: () => listenerOf(folders.configHome),
    });
  }

  get hooksSent(): number {
    return this.hooks.sent;
  }

  get hooksFailed(): number {
    return this.hooks.failed;
  }

  /**
   * Starts the sessions. `hub` returns the current hub; it is called again after a failed hook
   * call.
   */
  begin(hub: () => HookTarget): void {
    this.hooks.follow(hub);
    this.conductor.start();
  }

  end(): void {
    this.conductor.stop();
    this.play.dispose();
    this.hooks.stop();
  }
}

/**
 * Plays a part's session for `rehearsalMs` without output. Returns its number of hook calls, and
 * whether it stays one session that does not end.
 */
function rehearse(
  part: Part,
  folders: Folders,
): { readonly hooks: number; readonly isLasting: boolean } {
  const sessions = new Set<string>();
  let hooks = 0;
  let ends = false;
  const stage = {
    ...emptyStage,
    hook({ sessionId }: HookCaller, payload: HookFields): void {
      sessions.add(sessionId);
      hooks += 1;
      ends ||= payload['hook_event_name'] === 'SessionEnd';
    },
  };
  const play = new Play({ folders, stage, parts: [part], curtainEpoch: 0, speed: 1, loop: true });
  play.raise();
  play.advance(rehearsalMs);
  return { hooks, isLasting: sessions.size === 1 && !ends };
}
