import { Agent, request, type ClientRequest } from 'node:http';
import { routes } from '../../../../src/shared/protocol/protocol';
import type { HookTarget } from '../../../support/hub/wire/hubTarget';
import { entrypoint } from '../../../support/transcript/clientLines';
import type { HookFields } from '../client/hookPayload';
import type { HookCaller, HookEnded, HookRunner } from './stage';

/**
 * Posts hooks without relay processes, hundreds of which would use more resources than the hub.
 * Requests wait for a person without delaying later hooks.
 */
export class DirectHooks implements HookRunner {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });
  /** The previous call of each session; the next one starts after it. */
  private readonly last = new Map<string, Promise<void>>();
  /** Requests that wait for a person. */
  private readonly waiting = new Set<Waiting>();
  private hub: (() => HookTarget) | undefined;
  private target: HookTarget | undefined;
  sent = 0;
  failed = 0;

  follow(hub: () => HookTarget): void {
    this.hub = hub;
    this.look();
  }

  hook(caller: HookCaller, payload: HookFields, ended?: HookEnded): void {
    const sentAt = Date.now();
    const { sessionId } = caller;
    const before = this.last.get(sessionId) ?? Promise.resolve();
    const waits = payload['hook_event_name'] === 'PermissionRequest';
    const turn = before.then(async () => {
      const { call, end } = this.post(caller, JSON.stringify(payload), sentAt, waits);
      const one = { sessionId, call };
      if (waits) this.waiting.add(one);
      const done = end.then((printed) => {
        this.waiting.delete(one);
        ended?.({ code: 0, printed, complained: '' });
      });
      if (!waits) await done;
    });
    this.last.set(sessionId, turn);
  }

  /** Resolves once every hook that does not wait for a person is done. */
  async settle(): Promise<void> {
    await Promise.all(this.last.values());
  }

  leave(sessionId: string): void {
    this.dismiss(sessionId);
  }

  dismiss(sessionId: string): void {
    for (const one of this.waiting) if (one.sessionId === sessionId) one.call?.destroy();
  }

  stop(): void {
    for (const { call } of this.waiting) call?.destroy();
    this.agent.destroy();
  }

  private look(): void {
    try {
      this.target = this.hub?.();
    } catch {
      // One hub has ended and the next has not started, so the last target is kept.
    }
  }

  /** Posts one payload; `end` resolves with the hub's answer. */
  private post({ pid }: HookCaller, body: string, sentAt: number, waits: boolean): Posted {
    const { target } = this;
    if (target === undefined) return { call: undefined, end: Promise.resolve('') };
    this.sent += 1;
    const call = request(`${target.url}${routes.hook}${waits ? '?wait=1' : ''}`, {
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
    const end = new Promise<string>((resolve) => {
      let printed = '';
      const done = (isFailure: boolean): void => {
        if (isFailure) {
          this.failed += 1;
          this.look();
        }
        resolve(printed);
      };
      call.on('response', (answer) => {
        answer.setEncoding('utf8').on('data', (text: string) => (printed += text));
        answer.on('close', () => done(!waits && answer.statusCode !== 204));
      });
      call.on('error', () => done(!waits));
      call.end(body);
    });
    return { call, end };
  }
}

interface Posted {
  readonly call: ClientRequest | undefined;
  readonly end: Promise<string>;
}

interface Waiting extends Pick<Posted, 'call'> {
  readonly sessionId: string;
}
