import { isDeepStrictEqual } from 'node:util';
import { hookEvent } from '../../../hub/domain/facts/hookEvent';
import type { HookReport } from '../../../hub/domain/facts/event';
import type { AgentSourcesParts } from '../../sources';
import { requestForm, type ServerAnswer } from './requestForms';
import type { MessageId, RpcConnection } from '../../../util/rpc/rpcConnection';
import type { PatchChange } from '../rollout/patch';
import type { ServerThreads } from './serverThreads';

/** Times in ms after which following a session is tried again: its file may not be there yet. */
const retriesMs = [100, 400, 1_600] as const;
/** Most changes of files that are remembered while they run. */
const maxChanges = 200;
/** Longest change in characters; a longer one is left to the terminal. */
const maxDiffLength = 1024 * 1024;
/** Most open requests; the board holds no more. */
const maxOpen = 200;

export interface ThreadRequestsParts extends Pick<AgentSourcesParts, 'emit' | 'holdRequest'> {
  readonly connection: RpcConnection;
  readonly threads: ServerThreads;
}

interface OpenRequest {
  readonly threadId: string;
  readonly report: HookReport;
  onGone: ((how?: 'answered') => void) | undefined;
}

/**
 * Follows sessions while they work, and holds the requests that the server then sends. A session
 * that rests is not followed, since the server keeps a session loaded that somebody follows.
 */
export class ThreadRequests {
  private readonly followed = new Set<string>();
  private readonly open = new Map<MessageId, OpenRequest>();
  /** Requests whose thread is being read, unless they have been answered meanwhile. */
  private readonly reading = new Set<MessageId>();
  /** Files that running calls change, by thread and call; a request for them does not repeat them. */
  private readonly changes = new Map<string, readonly PatchChange[]>();
  private closed = false;

  constructor(private readonly parts: ThreadRequestsParts) {}

  /** Starts or ends to follow a session by its status. */
  follow(sessionId: string): void {
    const { threads, connection } = this.parts;
    const isActive = threads.has(sessionId) && threads.isActive(sessionId);
    // Nothing waits for an answer in a session at rest, or in a thread that is not loaded.
    this.dropWhere(
      ({ threadId, report }) =>
        report.sessionId === sessionId && (!isActive || !threads.has(threadId)),
    );
    if (isActive === this.followed.has(sessionId)) return;
    if (isActive) {
      this.followed.add(sessionId);
      void this.subscribe(sessionId, 0);
      return;
    }
    this.followed.delete(sessionId);
    void connection.tryCall('thread/unsubscribe', { threadId: sessionId }); // It may be unloaded.
  }

  /** Remembers what a call changes; undefined for one that has ended or changes no file. */
  onItem(threadId: string, itemId: string, changes: readonly PatchChange[] | undefined): void {
    const key = `${threadId} ${itemId}`;
    if (!isDeepStrictEqual(this.changes.get(key), changes)) {
      // An answer would be about something other than what was shown.
      this.dropWhere((one) => one.threadId === threadId && one.report.toolUseId === itemId);
    }
    if (changes === undefined || lengthOf(changes) > maxDiffLength)
      return void this.changes.delete(key);
    this.changes.set(key, changes);
    const [oldest] = this.changes.keys();
    if (this.changes.size > maxChanges && oldest !== undefined) this.changes.delete(oldest);
  }

  /** Holds a request; false for one that can be answered only in the terminal. */
  async onRequest(id: MessageId, method: string, params: unknown): Promise<boolean> {
    const threadId = String(Object(params)['threadId']);
    this.reading.add(id);
    const thread = await this.parts.threads.find(threadId);
    if (!this.reading.delete(id) || this.closed) return true; // It has been answered.
    const form =
      thread &&
      requestForm(method, params, thread, (item) => this.changes.get(`${threadId} ${item}`));
    const known = this.open.get(id);
    if (known !== undefined) {
      // A request is sent again to who follows again.
      if (isDeepStrictEqual(known.report, form?.report)) return true;
      this.drop(id);
      return false;
    }
    if (form === undefined || this.open.size >= maxOpen) return false;
    const { report, answer } = form;
    const request: OpenRequest = { threadId, report, onGone: undefined };
    this.open.set(id, request);
    this.parts.holdRequest({
      report,
      answer: (_request, decision) => answer(decision),
      call: {
        answer: (given) => this.send(id, threadId, form.turnId, given),
        release: () => undefined,
        onGone: (listener) => void (request.onGone = listener),
      },
    });
    return true;
  }

  /** Ends a request that somebody has answered. */
  onResolved(id: MessageId): void {
    this.reading.delete(id);
    const request = this.open.get(id);
    if (request === undefined) return;
    this.open.delete(id);
    request.onGone?.('answered');
    const report: HookReport = { ...request.report, moment: 'requestEnd' };
    this.parts.emit(hookEvent(report, {}, Date.now()));
  }

  /** Called when the connection has ended: nothing can be answered any more. */
  close(): void {
    this.closed = true;
    this.dropWhere(() => true);
  }

  private dropWhere(isMeant: (request: OpenRequest) => boolean): void {
    for (const [id, request] of this.open) if (isMeant(request)) this.drop(id);
  }

  /** Leaves a request to the terminal. */
  private drop(id: MessageId): void {
    const request = this.open.get(id);
    this.open.delete(id);
    request?.onGone?.();
  }

  private async send(
    id: MessageId,
    threadId: string,
    turnId: string,
    { result, message }: ServerAnswer,
  ): Promise<boolean> {
    const { connection } = this.parts;
    if (!this.open.has(id)) return false;
    if (result === undefined) return connection.tryCall('turn/interrupt', { threadId, turnId });
    if (!connection.answer(id, result)) return false;
    if (message !== undefined) {
      const input = [{ type: 'text', text: message, text_elements: [] }];
      // The turn may have ended, or the server may not take words now; the denial counts.
      await connection.tryCall('turn/steer', { threadId, expectedTurnId: turnId, input });
    }
    return true;
  }

  private async subscribe(sessionId: string, tries: number): Promise<void> {
    const { connection } = this.parts;
    try {
      await connection.call('thread/resume', { threadId: sessionId, excludeTurns: true });
    } catch {
      const delay = retriesMs[tries];
      if (delay === undefined || this.closed) return;
      setTimeout(() => {
        if (!this.closed && this.followed.has(sessionId)) void this.subscribe(sessionId, tries + 1);
      }, delay).unref();
    }
  }
}

function lengthOf(changes: readonly PatchChange[]): number {
  return changes.reduce((length, { path, diff }) => length + path.length + diff.length, 0);
}
