import type { FromMachine, ToMachine } from '../../../shared/protocol/machines/frames';
import type { MachineSetting } from '../../../shared/protocol/machines/setting';
import type { MachineStep, MachineTestEvent } from '../../../shared/protocol/machines/test';
import { protocolVersion } from '../../../shared/protocol/protocol';
import type { Disposable } from '../../util/lifetime';
import type { StreamedAnswer, AnswerStream } from '../serve/callRouter';
import { MachineConnection } from './connection/machineConnection';
import type { MachineEnd, MachineFault } from './connection/machineFault';
import { machineCommandLine, type MachineCommandLine } from './connection/machineCommandLine';
import type { RemoteIds } from './machine';

type Frame = Exclude<FromMachine, { type: 'pong' }>;

export interface MachineTestParts {
  readonly setting: MachineSetting;
  /** Folder of this hub's bundle. */
  readonly scripts: string;
  /** Name of the desk. */
  readonly label: string;
  /**
   * True for this computer, and for a machine that is already on the board through another entry.
   */
  readonly isTaken: (ids: RemoteIds) => boolean;
}

/**
 * Tests the connection to a machine once and reports each step. It sends no key and offers no
 * control, because a person who tests an entry has not yet decided to answer requests of the
 * machine here.
 */
export function testMachine(parts: MachineTestParts): StreamedAnswer<MachineTestEvent> {
  return (stream) => new MachineTest(parts, stream).start();
}

class MachineTest implements Disposable {
  private connection: MachineConnection | undefined;
  private currentStep: MachineStep = 'host';
  private hello: Extract<Frame, { type: 'hello' }> | undefined;
  private sessionCount = 0;

  constructor(
    private readonly parts: MachineTestParts,
    private readonly stream: AnswerStream<MachineTestEvent>,
  ) {}

  start(): this {
    const commandLine = machineCommandLine(this.parts.setting, this.parts.scripts);
    if (commandLine === undefined) this.fail({ fault: 'command' });
    else this.connect(commandLine);
    return this;
  }

  dispose(): void {
    this.connection?.dispose();
    this.connection = undefined;
  }

  private connect(commandLine: MachineCommandLine): void {
    const desk: ToMachine = {
      type: 'desk',
      keys: [],
      label: this.parts.label,
      control: { enabled: false, disabledProjects: [] },
    };
    const listener = {
      onGreeting: () => this.reportStep('program'),
      onFrame: (frame: Frame) => this.handleFrame(frame),
      onSkew: () => undefined,
      onEnd: (end: MachineEnd) => this.fail(end),
    };
    try {
      this.connection = new MachineConnection({ commandLine, desk, listener });
    } catch (error) {
      // `spawn` throws for some invalid commands.
      this.fail({ fault: 'command', detail: String(error) });
    }
  }

  private handleFrame(frame: Frame): void {
    if (frame.type === 'hello') return this.acceptHello(frame);
    if (frame.type !== 'stream' || frame.event.type !== 'snapshot') return undefined;
    const { hello } = this;
    if (hello === undefined) return undefined;
    const { sessions, more } = frame.event.data;
    this.sessionCount += sessions.length;
    if (more === true) return undefined;
    const { name, platform, release } = hello;
    this.reportStep('board');
    const about = { name, platform, ...(release !== undefined && { release }) };
    return this.end({ type: 'passed', data: { ...about, sessionCount: this.sessionCount } });
  }

  private acceptHello(hello: Extract<Frame, { type: 'hello' }>): void {
    this.hello = hello;
    if (hello.protocol !== protocolVersion) {
      return this.fail({ fault: 'version', detail: hello.release });
    }
    return this.parts.isTaken(hello) ? this.fail({ fault: 'same' }) : undefined;
  }

  private reportStep(step: MachineStep): void {
    this.currentStep = 'board';
    this.stream.send({ type: 'step', data: { done: step } });
  }

  private fail({ fault, detail }: MachineEnd): void {
    const step = stepOfFault[fault] ?? this.currentStep;
    const data = { step, fault, ...(detail !== undefined && { detail }) };
    this.end({ type: 'failed', data });
  }

  private end(event: MachineTestEvent): void {
    this.dispose();
    this.stream.send(event);
    this.stream.end();
  }
}

/** Steps of those faults that can occur in one step only. */
const stepOfFault: Partial<Record<MachineFault, MachineStep>> = {
  node: 'node',
  missing: 'program',
  version: 'program',
};
