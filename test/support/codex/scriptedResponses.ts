import type { ServerResponse } from 'node:http';
import { newId, sendJson } from '../realClient/eventStream.js';
import type { Gate } from '../realClient/gate.js';
import { continuedMarker, type Position, type Script } from '../realClient/script.js';
import { ScriptedServer, type ScriptedRequest } from '../realClient/scriptedServer.js';
import { codex, type CodexAnswer, type CodexFailure, type CodexReply } from './reply.js';
import { parseResponsesRequest, type ResponsesRequest } from './responsesRequest.js';
import { streamResponse } from './responseStream.js';

export type RecordedResponse = ScriptedRequest<ResponsesRequest, CodexReply>;

/** A Responses API on loopback that answers by script and records all requests. */
export class ScriptedResponses extends ScriptedServer<ResponsesRequest, CodexReply> {
  /** Gate that delays the answers to compaction requests. */
  holdCompactions: Gate | undefined;
  protected readonly unscripted = codex.say('Done.');
  private readonly askedCalls = new Map<string, Position>();

  static async start(
    ...scripts: readonly Script<ResponsesRequest, CodexReply>[]
  ): Promise<ScriptedResponses> {
    const api = new ScriptedResponses();
    api.add(...scripts);
    await api.listen();
    return api;
  }

  protected parse(method: string, path: string, body: string): ResponsesRequest | undefined {
    return method === 'POST' && path === '/v1/responses'
      ? parseResponsesRequest(JSON.parse(body), this.askedCalls)
      : undefined;
  }

  protected ownAnswer({ kind, position }: ResponsesRequest): CodexAnswer | undefined {
    const { marker, step } = position ?? { marker: 'unknown', step: 0 };
    if (kind === 'side') return codex.say(JSON.stringify({ title: `Title of ${marker}` }));
    if (kind !== 'compaction') return undefined;
    const start = this.holdCompactions === undefined ? codex : codex.hold(this.holdCompactions);
    return start.say(`The conversation so far. ${continuedMarker({ marker, step })}`);
  }

  protected attemptKey({ body }: ResponsesRequest): string {
    return `${body.input.length} ${body.prompt_cache_key}`;
  }

  protected sendReply(
    { position }: ResponsesRequest,
    reply: CodexReply,
    response: ServerResponse,
  ): Promise<void> {
    return streamResponse(response, reply, () => {
      const id = newId('call_');
      if (position !== undefined) this.askedCalls.set(id, position);
      return id;
    });
  }

  protected sendFailure({ status, options }: CodexFailure, response: ServerResponse): void {
    const { type = 'server_error', message = `scripted ${status}`, fields, headers } = options;
    sendJson(response, status, { error: { type, message, ...fields } }, headers);
  }

  /** The client also asks for a list of models, and goes on with its own without one. */
  protected answerOther(path: string, _body: string, response: ServerResponse): void {
    sendJson(response, 404, { error: { type: 'not_found', message: `Not scripted: ${path}` } });
  }
}
