import { Agent, request } from 'node:http';
import { routes } from '../../../src/shared/protocol/protocol';
import { cast } from '../../tools/demo/cast';
import { Conductor } from '../../tools/demo/stage/conductor';
import { listenerOf } from '../../tools/demo/audience';
import type { HookFields } from '../../tools/demo/client/hookPayload';
import { Play, type Part } from '../../tools/demo/play';
import {
  emptyStage,
  scratchStage,
  type Folders,
  type HookCaller,
  type HookRunner,
} from '../../tools/demo/stage/stage';
import { entrypoint } from '../../support/transcript/clientLines';
import type { HookTarget } from '../../support/hub/wire/hubTarget';

const rehearsalMs = 30 * 60_000;

export interface CrowdOptions {
  readonly folders: Folders;
  readonly sessions: number;
  readonly hooksPerSecond: number;
}

/** Many of the demo's sessions at once, none of which ever ends: transcripts, registry and hooks. */
export class Crowd {
  private readonly play: Play;
  private readonly hooks = new DirectHooks();
  private readonly conductor: Conductor;

  /** Writes what lies in the past, and the registry. */
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

  /** `hub` tells which one serves; asked again when a call fails, as a relay asks each time. */
  begin(hub: () => HookTarget): void {
    this.hooks.follow(hub);
    this.conductor.start();
  }

  end(): void {
    this.conductor.stop();
    this.play.dispose();
    this.hooks.dispose();
  }
}

/** How many hooks a part's session calls in the time of a rehearsal, and whether it stays the same session. */
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

/** Posts hooks without a relay: hundreds of its processes would be measured instead of the hub. */
class DirectHooks implements HookRunner {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });
  /** Per session the call before; the next one starts when it is done. */
  private readonly last = new Map<string, Promise<void>>();
  private hub: (() => HookTarget) | undefined;
  private target: HookTarget | undefined;
  sent = 0;
  failed = 0;

  follow(hub: () => HookTarget): void {
    this.hub = hub;
    this.look();
  }

  hook(caller: HookCaller, payload: HookFields): void {
    const sentAt = Date.now();
    const before = this.last.get(caller.sessionId) ?? Promise.resolve();
    this.last.set(
      caller.sessionId,
      before.then(() => this.post(caller, JSON.stringify(payload), sentAt)),
    );
  }

  leave(): void {}

  dismiss(): void {
    // Nothing waits for a person.
  }

  dispose(): void {
    this.agent.destroy();
  }

  private look(): void {
    try {
      this.target = this.hub?.();
    } catch {
      // One hub has gone and the next is not there: the last one is as good as any.
    }
  }

  private post({ pid }: HookCaller, body: string, sentAt: number): Promise<void> {
    const { target } = this;
    if (target === undefined) return Promise.resolve();
    this.sent += 1;
    return new Promise((resolve) => {
      const call = request(`${target.url}${routes.hook}`, {
        method: 'POST',
        agent: this.agent,
        headers: {
          authorization: `Bearer ${target.token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-claude-pid': pid,
          'x-claude-entrypoint': entrypoint,
          'x-sent-at': sentAt,
        },
      });
      const done = (isFailure: boolean): void => {
        if (isFailure) {
          this.failed += 1;
          this.look();
        }
        resolve();
      };
      call.on('response', (answer) => {
        answer.resume();
        answer.on('close', () => done(answer.statusCode !== 204));
      });
      call.on('error', () => done(true));
      call.end(body);
    });
  }
}
