import { callOf, type CallName } from '../../../shared/protocol/calls';
import type { FromMachine, ToMachine } from '../../../shared/protocol/machines/frames';
import type { StreamedAnswer } from '../serve/callRouter';
import { Refusal, refusals } from '../serve/refusal';
import { parseBySchema } from './connection/readFrame';

/** Time limits in ms for an answer, and for the answer with a review, which may be large. */
const answerTimeoutMs = 15_000;
const reviewTimeoutMs = 30_000;

/** Maximum number of open calls. The views of a person need fewer; further calls are refused. */
const maxOpen = 200;

/**
 * Maximum number of events of one call. A person reads fewer, and a machine that sends more might
 * never end.
 */
const maxEvents = 10_000;

type Answer = Extract<FromMachine, { id: number }>;

interface OpenMachineCall {
  accept(answer: Answer): void;
  end(): void;
}

/** Makes calls to one machine and receives their answers. */
export class MachineCalls {
  private readonly open = new Map<number, OpenMachineCall>();
  private lastId = 0;

  /** `convert` converts an answer of the machine for this board. */
  constructor(
    private readonly send: (frame: ToMachine) => void,
    private readonly convert: (name: CallName, answer: unknown) => unknown,
  ) {}

  /** Makes a call. Resolves with the call's answer, or with a `Refusal`. */
  call(name: CallName, parameter: string, body: unknown): Promise<unknown> {
    const row = callOf(name);
    if (!row.by.includes('machine')) return Promise.resolve(refusals.notThere);
    if (this.open.size >= maxOpen) return Promise.resolve(refusals.crowded);
    return row.events === undefined
      ? this.requestAnswer(name, parameter, body)
      : Promise.resolve(this.streamEvents(name, parameter, body));
  }

  acceptAnswer(answer: Answer): void {
    this.open.get(answer.id)?.accept(answer);
  }

  /** Ends all calls after the machine disconnected. */
  endAll(): void {
    for (const one of this.open.values()) one.end();
  }

  private requestAnswer(name: CallName, parameter: string, body: unknown): Promise<unknown> {
    const { answer: schema } = callOf(name);
    return new Promise((resolve) => {
      const id = this.nextId();
      const settle = (outcome: unknown): void => {
        clearTimeout(timer);
        this.open.delete(id);
        resolve(outcome);
      };
      const timer = setTimeout(
        () => {
          this.send({ type: 'cancel', id });
          settle(refusals.machineAway);
        },
        name === 'review' ? reviewTimeoutMs : answerTimeoutMs,
      );
      this.open.set(id, {
        accept: (answer) => {
          if (answer.type === 'refusal') return settle(toRefusal(answer));
          if (answer.type !== 'answer') return undefined;
          if (schema === undefined) return settle(undefined);
          // An answer of a machine is validated here, because callers rely on its type.
          const read = parseBySchema(schema, answer.value);
          return settle(read === undefined ? refusals.machineAnswer : this.convert(name, read));
        },
        end: () => settle(refusals.machineAway),
      });
      this.send({ type: 'call', id, name, parameter, body });
    });
  }

  private streamEvents(name: CallName, parameter: string, body: unknown): StreamedAnswer<unknown> {
    const { events: schema } = callOf(name);
    return (stream) => {
      const id = this.nextId();
      let eventCount = 0;
      const remove = (): boolean => this.open.delete(id);
      const end = (): void => {
        if (remove()) stream.end();
      };
      this.open.set(id, {
        accept: (answer) => {
          if (answer.type !== 'event') return answer.type === 'answer' ? undefined : end();
          eventCount += 1;
          if (eventCount > maxEvents) {
            this.send({ type: 'cancel', id });
            return end();
          }
          const read = schema && parseBySchema(schema, answer.event);
          if (read !== undefined) stream.send(this.convert(name, read));
        },
        end,
      });
      this.send({ type: 'call', id, name, parameter, body });
      return {
        dispose: () => {
          if (remove()) this.send({ type: 'cancel', id });
        },
      };
    };
  }

  private nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }
}

function toRefusal(answer: Extract<FromMachine, { type: 'refusal' }>): Refusal {
  const { status, error, message, label } = answer;
  const code = status >= 400 && status < 600 ? status : 502;
  return new Refusal(code, error, message, label);
}
