import type { DomainEvent } from '../hub/domain/facts/event';
import type { Event } from '../util/emitter';
import type { Agent } from './agent';
import { DisposableStore } from '../util/lifetime';
import { agentMark } from './agentMark';
import { agentWith, type Agents } from './agents';
import type { SourceRequest } from './requests';
import type { AgentSourcesParts, RegistryEntry, SessionLine, SessionRegistry } from './sources';

export interface SessionRegistriesParts extends Omit<AgentSourcesParts, 'holdRequest'> {
  /** Holds a request that a source of the agent with that id reports. */
  readonly holdRequest: (request: SourceRequest, agent: string) => void;
  /** Returns the id of a session's agent; undefined for the default agent. */
  readonly agentOf: (sessionId: string) => string | undefined;
}

/** Creates the sources of all agents, and knows which of their sessions run. */
export class SessionRegistries {
  private readonly registries: ReadonlyMap<Agent, SessionRegistry>;

  constructor(
    private readonly agents: Agents,
    parts: SessionRegistriesParts,
  ) {
    this.registries = new Map(
      agents.map((agent) => {
        const emit = (event: DomainEvent): void => parts.emit({ ...event, ...agentMark(agent.id) });
        const isOfAgent = (sessionId: string): boolean =>
          agentWith(parts.agentOf(sessionId), agents) === agent;
        const onDidApply: Event<DomainEvent> = (listener) =>
          parts.onDidApply((event) => {
            if (isOfAgent(event.sessionId)) listener(event);
          });
        const onDidDiscoverSession: Event<string> = (listener) =>
          parts.onDidDiscoverSession((sessionId) => {
            if (isOfAgent(sessionId)) listener(sessionId);
          });
        const holdRequest = (request: SourceRequest): void => parts.holdRequest(request, agent.id);
        const events = { emit, holdRequest, onDidApply, onDidDiscoverSession };
        return [agent, agent.sources({ ...parts, ...events })] as const;
      }),
    );
  }

  /** The lines to the sessions of all agents, as one. */
  readonly line: SessionLine = {
    has: (sessionId) => this.lineTo(sessionId) !== undefined,
    onDidChange: (listener) => {
      const all = new DisposableStore();
      for (const { onDidChange } of this.lines) all.add(onDidChange(listener));
      return all;
    },
    prompt: async (sessionId, ...prompt) =>
      (await this.lineTo(sessionId)?.prompt(sessionId, ...prompt)) === true,
    interrupt: async (sessionId) => (await this.lineTo(sessionId)?.interrupt(sessionId)) === true,
  };

  /** Resolves when all running processes have been reported. */
  async start(): Promise<void> {
    await Promise.all(this.all.map((registry) => registry.start()));
  }

  /** The ids of the sessions that running processes have. */
  sessionIds(): ReadonlySet<string> {
    return new Set(this.all.flatMap((registry) => [...registry.sessionIds()]));
  }

  async leftBehind(): Promise<readonly RegistryEntry[]> {
    const left = await Promise.all(this.all.map(async (registry) => registry.leftBehind?.() ?? []));
    return left.flat();
  }

  /** True if a process is only assumed to run its session. */
  isGuess(pid: number): boolean {
    return this.all.some((registry) => registry.isGuess?.(pid));
  }

  /** True if a source of the agent reports the session's requests, so that its hooks need not. */
  reportsRequests(agent: string, sessionId: string): boolean {
    return this.registryOf(agent)?.reportsRequests?.(sessionId) === true;
  }

  /** Tracks the process that a hook of an agent named for a session. */
  async trackProcess(agent: string, pid: number, sessionId: string): Promise<void> {
    await this.registryOf(agent)?.trackProcess?.(pid, sessionId);
  }

  /** Terminates the process of an agent's session; false unless it is known for certain. */
  async terminate(agent: string | undefined, sessionId: string): Promise<boolean> {
    return (await this.registryOf(agent)?.terminate(sessionId)) === true;
  }

  private get lines(): readonly SessionLine[] {
    return this.all.flatMap(({ line }) => line ?? []);
  }

  private lineTo(sessionId: string): SessionLine | undefined {
    return this.lines.find((one) => one.has(sessionId));
  }

  private get all(): readonly SessionRegistry[] {
    return [...this.registries.values()];
  }

  private registryOf(agent: string | undefined): SessionRegistry | undefined {
    return this.registries.get(agentWith(agent, this.agents));
  }
}
