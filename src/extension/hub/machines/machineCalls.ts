import { callOf, type CallName } from '../../../shared/protocol/calls';
import type { FromMachine, ToMachine } from '../../../shared/protocol/machines/frames';
import type { Tell } from '../serve/callRouter';
import { Refusal, refusals } from '../serve/refusal';
import { readBy } from './connection/readFrame';

/** Time limits of an answer, in ms; a large review takes longer. */
const answerMs = 15_000;
const reviewMs = 30_000;

/** Maximum number of open calls, more than a person's views need; further calls are refused. */
const maxOpen = 200;

/**
 * Maximum number of events of one call, more than a person reads: a machine that sends more might
 * never end.
 */
const maxEvents = 10_000;

type Answer = Extract<FromMachine, { id: number }>;

interface OpenMachineCall {
  take(answer: Answer): void;
  end(): void;
}

/** The open calls to one machine. */
export class MachineCalls {
  private readonly open = new Map<number, OpenMachineCall>();
  private lastId = 0;

  /** `here` converts a machine's answer for this board. */
  constructor(
    private readonly send: (frame: ToMachine) => void,
    private readonly here: (name: CallName, answer: unknown) => unknown,
  ) {}

  /** Makes a call; settles like a handler of the call. */
  call(name: CallName, parameter: string, body: unknown): Promise<unknown> {
    const row = callOf(name);
    if (!row.by.includes('machine')) return Promise.resolve(refusals.notThere);
    if (this.open.size >= maxOpen) return Promise.resolve(refusals.crowded);
    return row.events === undefined
      ? this.requestAnswer(name, parameter, body)
      : Promise.resolve(this.streamEvents(name, parameter, body));
  }

  take(answer: Answer): void {
    this.open.get(answer.id)?.take(answer);
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
        name === 'review' ? reviewMs : answerMs,
      );
      this.open.set(id, {
        take: (answer) => {
          if (answer.type === 'refusal') return settle(refusalOf(answer));
          if (answer.type !== 'answer') return undefined;
          if (schema === undefined) return settle(undefined);
          // A machine's answer is checked where it comes in; callers rely on its shape.
          const read = readBy(schema, answer.value);
          return settle(read === undefined ? refusals.machineAnswer : this.here(name, read));
        },
        end: () => settle(refusals.machineAway),
      });
      this.send({ type: 'call', id, name, parameter, body });
    });
  }

  private streamEvents(name: CallName, parameter: string, body: unknown): Tell<unknown> {
    const { events: schema } = callOf(name);
    return (telling) => {
      const id = this.nextId();
      let told = 0;
      const forget = (): boolean => this.open.delete(id);
      const end = (): void => {
        if (forget()) telling.end();
      };
      this.open.set(id, {
        take: (answer) => {
          if (answer.type !== 'event') return answer.type === 'answer' ? undefined : end();
          told += 1;
          if (told > maxEvents) {
            this.send({ type: 'cancel', id });
            return end();
          }
          const read = schema && readBy(schema, answer.event);
          if (read !== undefined) telling.send(this.here(name, read));
        },
        end,
      });
      this.send({ type: 'call', id, name, parameter, body });
      return {
        dispose: () => {
          if (forget()) this.send({ type: 'cancel', id });
        },
      };
    };
  }

  private nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }
}

function refusalOf(answer: Extract<FromMachine, { type: 'refusal' }>): Refusal {
  const { status, error, message, label } = answer;
  const code = status >= 400 && status < 600 ? status : 502;
  return new Refusal(code, error, message, label);
}
