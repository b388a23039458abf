import type { IncomingMessage } from 'node:http';
import {
  callOf,
  calls,
  parameterIn,
  type Call,
  type CallName,
} from '../../../shared/protocol/calls';
import { errorAnswerSchema } from '../../../shared/protocol/errorAnswer';
import { fieldsOf, type Fields } from '../../../shared/text/fields';
import type { FromMachine, ToMachine } from '../../../shared/protocol/machines/frames';
import { callHub, readJsonBody } from '../../link/callHub';
import { readServerSentEvents } from '../../link/eventStream';
import { toHttpCall } from '../../link/callAddress';
import { lineHeader, noForwardHeader, streamHeader } from '../../util/noForwardHeader';
import type { ReachableHub } from '../../util/hub/reachableHub';

type DeskCall = Extract<ToMachine, { type: 'call' }>;

export interface DeskCallsParts {
  /** Window id under which this machine's hub knows the desk. */
  readonly window: string;
  /** Number of the stream that this process reads from the hub for the desk. */
  readonly stream: () => string | undefined;
  /** The hub that serves this machine now. */
  readonly hub: () => ReachableHub | undefined;
  /** Name that the desk gave its connection. */
  readonly connectionName: () => string | undefined;
  readonly send: (frame: FromMachine) => void;
}

const away = {
  status: 503,
  error: 'away',
  message: 'Mission Control is starting there; try again in a moment.',
} as const;

/** Forwards the desk's calls to this machine's hub, if the call table allows them for machines. */
export class DeskCalls {
  private readonly open = new Map<number, AbortController>();

  constructor(private readonly parts: DeskCallsParts) {}

  handle(call: DeskCall): void {
    const controller = new AbortController();
    this.open.set(call.id, controller);
    void this.forward(call, controller.signal)
      .catch(() => {
        if (!controller.signal.aborted) this.parts.send({ type: 'refusal', id: call.id, ...away });
      })
      .finally(() => this.open.delete(call.id));
  }

  /** Does nothing if the call has ended. */
  cancel(id: number): void {
    this.open.get(id)?.abort();
  }

  cancelAll(): void {
    for (const controller of this.open.values()) controller.abort();
  }

  private async forward(
    { id, name, parameter, body }: DeskCall,
    signal: AbortSignal,
  ): Promise<void> {
    const { send } = this.parts;
    const hub = this.parts.hub();
    if (hub === undefined) return send({ type: 'refusal', id, ...away });
    if (!isForMachines(name)) {
      const message = 'This can’t be asked of another machine.';
      return send({ type: 'refusal', id, status: 403, error: 'not_for_machines', message });
    }
    if (dotSegments.has(parameter)) {
      const message = 'Nothing has this name.';
      return send({ type: 'refusal', id, status: 404, error: 'no_such_route', message });
    }
    const row = callOf(name);
    const line = this.parts.connectionName();
    const stream = this.parts.stream();
    const headers = {
      [noForwardHeader]: '1',
      ...(line !== undefined && { [lineHeader]: line }),
      ...(stream !== undefined && { [streamHeader]: stream }),
    };
    const requestFor = this.fillInDeskWindow(row, parameter, fieldsOf(body));
    const response = await callHub(hub, { ...requestFor, headers, signal });
    if ((response.statusCode ?? 0) >= 400) return this.refuse(id, response);
    if (row.events === undefined)
      return send({ type: 'answer', id, value: await readJsonBody(response) });
    for await (const { type, data } of readServerSentEvents(response)) {
      send({ type: 'event', id, event: { type, data } });
    }
    return send({ type: 'end', id });
  }

  /**
   * Sets the desk's window as the calling window. A signed call is not changed, since its signature
   * covers the window.
   */
  private fillInDeskWindow(
    row: Call,
    parameter: string,
    body: Fields,
  ): ReturnType<typeof toHttpCall> {
    const { window } = this.parts;
    if (row.names === undefined || row.signed !== undefined)
      return toHttpCall(row, parameter, body);
    return parameterIn(row.path) === 'window'
      ? toHttpCall(row, window, body)
      : toHttpCall(row, parameter, { ...body, window });
  }

  private async refuse(id: number, response: IncomingMessage): Promise<void> {
    const status = response.statusCode ?? 500;
    const parsed = errorAnswerSchema.safeParse(await readJsonBody(response));
    const { error, message, label } = parsed.data ?? { error: 'unknown', message: String(status) };
    this.parts.send({ type: 'refusal', id, status, error, message, ...(label && { label }) });
  }
}

/** Path segments that would change the address of a call. */
const dotSegments: ReadonlySet<string> = new Set(['.', '..']);

function isForMachines(name: string): name is CallName {
  return Object.hasOwn(calls, name) && callOf(name as CallName).by.includes('machine');
}
