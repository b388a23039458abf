import type { Pace } from '../realClient/eventStream.js';
import type { Gate } from '../realClient/gate.js';

export type Part =
  | { readonly type: 'text'; readonly text: string; readonly pace: Pace }
  | { readonly type: 'thinking'; readonly text: string; readonly pace: Pace }
  | { readonly type: 'tool'; readonly name: string; readonly input: object }
  | { readonly type: 'hold'; readonly gate: Gate }
  | { readonly type: 'break'; readonly errorType: string | undefined };

export interface Usage {
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly output_tokens: number;
}

export interface Question {
  readonly question: string;
  readonly header: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
  readonly multiSelect: boolean;
}

export interface AgentCall {
  readonly prompt: string;
  readonly description?: string;
  readonly subagent_type?: string;
  /** Makes the agent a teammate in clients that have teams. */
  readonly name?: string;
  readonly run_in_background?: boolean;
  readonly model?: string;
  readonly isolation?: string;
}

interface Envelope {
  readonly usage: Partial<Usage>;
  readonly stopReason?: string;
  readonly model?: string;
}

/** One assistant message. Immutable: each method returns a longer copy. */
export class Reply {
  constructor(
    readonly parts: readonly Part[] = [],
    readonly envelope: Envelope = { usage: {} },
  ) {}

  say(text: string, pace: Pace = {}): Reply {
    return this.with({ type: 'text', text, pace });
  }

  think(text: string, pace: Pace = {}): Reply {
    return this.with({ type: 'thinking', text, pace });
  }

  tool(name: string, input: object): Reply {
    return this.with({ type: 'tool', name, input });
  }

  bash(command: string, more: object = {}): Reply {
    return this.tool('Bash', { command, description: `Run ${command}`, ...more });
  }

  ask(...questions: readonly Question[]): Reply {
    return this.tool('AskUserQuestion', { questions });
  }

  /** The client reads the plan from its plan file: see `writePlan`. */
  exitPlan(): Reply {
    return this.tool('ExitPlanMode', {});
  }

  agent(call: AgentCall): Reply {
    return this.tool('Agent', { description: 'Scripted subagent', ...call });
  }

  /** Newer models have task tools only with CLAUDE_CODE_ENABLE_TODO_TOOLS=1 in the environment. */
  createTask(subject: string, description = subject): Reply {
    return this.tool('TaskCreate', { subject, description, activeForm: subject });
  }

  updateTask(taskId: string, status: string): Reply {
    return this.tool('TaskUpdate', { taskId, status });
  }

  /**
   * Stalls the stream until the gate opens; as the first part it holds back the response headers,
   * too.
   */
  hold(gate: Gate): Reply {
    return this.with({ type: 'hold', gate });
  }

  /** Ends the stream here: by an error event of that type, else by dropping the connection. */
  breakOff(errorType?: string): Reply {
    return this.with({ type: 'break', errorType });
  }

  usage(usage: Partial<Usage>): Reply {
    const merged = { ...this.envelope.usage, ...usage };
    return new Reply(this.parts, { ...this.envelope, usage: merged });
  }

  stop(stopReason: string): Reply {
    return new Reply(this.parts, { ...this.envelope, stopReason });
  }

  model(model: string): Reply {
    return new Reply(this.parts, { ...this.envelope, model });
  }

  private with(part: Part): Reply {
    return new Reply([...this.parts, part], this.envelope);
  }
}

export const reply = new Reply();
export const say = reply.say.bind(reply);
export const think = reply.think.bind(reply);
export const tool = reply.tool.bind(reply);
export const bash = reply.bash.bind(reply);
export const ask = reply.ask.bind(reply);
export const agent = reply.agent.bind(reply);
export const hold = reply.hold.bind(reply);

/** A question whose options have generated descriptions. */
export function question(text: string, choices: readonly string[], multiSelect = false): Question {
  const options = choices.map((label) => ({ label, description: `Choose ${label}` }));
  return { question: text, header: text.slice(0, 12), options, multiSelect };
}
