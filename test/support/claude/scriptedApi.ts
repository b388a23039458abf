import type { ServerResponse } from 'node:http';
import { newId, sendJson } from '../realClient/eventStream.js';
import type { Gate } from '../realClient/gate.js';
import { continuedMarker, type Position } from '../realClient/script.js';
import { ScriptedServer, type ScriptedRequest } from '../realClient/scriptedServer.js';
import { autoModeCheck } from './autoModeCheck.js';
import { sendWhole, streamReply } from './messageStream.js';
import { parseMessagesRequest, type TurnRequest } from './messagesRequest.js';
import { hold, reply, say, type Reply } from './reply.js';
import { errorTypeOf, type Answer, type Failure, type Script } from './script.js';
import { sideAnswer } from './sideAnswer.js';

export type RecordedRequest = ScriptedRequest<TurnRequest, Reply>;

/** A Messages API on loopback that answers by script and records all requests. */
export class ScriptedApi extends ScriptedServer<TurnRequest, Reply> {
  /** Gate that delays the answers to compaction requests. */
  holdCompactions: Gate | undefined;
  /** Sent instead of a summary. */
  failCompactions: Failure | undefined;
  /** Auto mode's safety check blocks calls whose input matches this. */
  blockedByCheck: RegExp | undefined;
  protected readonly unscripted = say('Done.');
  private readonly askedToolUses = new Map<string, Position>();

  static async start(...scripts: readonly Script[]): Promise<ScriptedApi> {
    const api = new ScriptedApi();
    api.add(...scripts);
    await api.listen();
    return api;
  }

  /** JSON of the messages in the last request of a script; throws if there was none. */
  lastTold(marker: string): string {
    const turn = this.turns(marker).at(-1);
    if (turn === undefined) throw new Error(`No request followed the script ${marker}.`);
    return JSON.stringify(turn.body.messages);
  }

  protected parse(method: string, path: string, body: string): TurnRequest | undefined {
    return method === 'POST' && path === '/v1/messages'
      ? parseMessagesRequest(JSON.parse(body), this.askedToolUses)
      : undefined;
  }

  protected ownAnswer(turn: TurnRequest): Answer | undefined {
    if (turn.kind === 'side') return sideAnswer(turn.body);
    if (turn.kind !== 'compaction') return undefined;
    return this.failCompactions ?? this.summary(turn.position ?? { marker: '', step: 0 });
  }

  protected attemptKey({ body }: TurnRequest): string {
    return `${body.messages.length} ${body.metadata?.user_id}`;
  }

  protected async sendReply(
    turn: TurnRequest,
    answer: Reply,
    response: ServerResponse,
  ): Promise<void> {
    const send = turn.body.stream === true ? streamReply : sendWhole;
    const ids: string[] = [];
    await send(response, answer, {
      model: turn.body.model,
      newToolUseId: () => {
        const id = newId('toolu_01');
        ids.push(id);
        if (turn.position !== undefined) this.askedToolUses.set(id, turn.position);
        return id;
      },
      safeguardResults: () => autoModeCheck(turn.body, answer, ids, this.blockedByCheck),
    });
  }

  protected sendFailure(failure: Failure, response: ServerResponse): void {
    const type = errorTypeOf(failure);
    const { message = `scripted ${type}`, fields, headers } = failure.options;
    sendError(response, failure.status, { type, message, ...fields }, headers);
  }

  protected answerOther(path: string, body: string, response: ServerResponse): void {
    if (path === '/v1/messages/count_tokens') {
      sendJson(response, 200, { input_tokens: Math.ceil(body.length / 4) });
    } else if (path === '/' || path === '/api/hello') {
      sendJson(response, 200, {});
    } else {
      sendError(response, 404, { type: 'not_found_error', message: `Not scripted: ${path}` });
    }
  }

  private summary(position: Position): Reply {
    const start = this.holdCompactions === undefined ? reply : hold(this.holdCompactions);
    return start.say(`<summary>The conversation so far. ${continuedMarker(position)}</summary>`);
  }
}

function sendError(
  response: ServerResponse,
  status: number,
  error: { readonly type: string; readonly message: string },
  headers?: Readonly<Record<string, string>>,
): void {
  sendJson(response, status, { type: 'error', error }, headers);
}
