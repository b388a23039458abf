import { CodexStage } from '../../support/codex/codexStage';
import type { CodexOptions } from '../../support/codex/codexSession';
import type { CodexStep } from '../../support/codex/reply';
import type { WatchedHub } from '../../support/watchedHub';
import type { CodexWorld, Played } from '../scenario';
import { tidy, type TruthLog } from '../truth';
import { CodexPerson } from './codexPerson';

/** A course of events in a session of Codex, played with the real client. */
export interface CodexScenario {
  readonly name: string;
  /**
   * Set if the client waits for a person in the middle of a turn, which its files do not tell: only
   * a hook or the shared server does.
   */
  readonly asks?: true;
  /** Set if it needs the terminal's own process. */
  readonly ownOnly?: true;
  play(stage: CodexTruthStage): Promise<void>;
}

/** One run of a scenario of Codex. */
export interface CodexCast extends Played {
  readonly scenario: CodexScenario;
  readonly world: CodexWorld;
  readonly lost?: never;
}

/** The environment of a scenario: a client, a hub that observes it, and a simulated person. */
export class CodexTruthStage {
  private readonly people: CodexPerson[] = [];

  private constructor(
    private readonly cast: CodexCast,
    private readonly clients: CodexStage,
    readonly hub: WatchedHub,
  ) {}

  static async open(cast: CodexCast): Promise<CodexTruthStage> {
    const { world, hooks } = cast;
    const clients = await CodexStage.open({ ownProcess: world === 'own', hooks });
    const hub = await clients.hub();
    await hub.live();
    await hub.offerControl({ enabled: false });
    return new CodexTruthStage(cast, clients, hub);
  }

  play(): Promise<void> {
    return this.cast.scenario.play(this);
  }

  get home(): CodexStage['home'] {
    return this.clients.home;
  }

  script(marker: string, ...steps: readonly CodexStep[]): void {
    this.clients.script(marker, ...steps);
  }

  /** Starts the client; it is ready for its first prompt when this resolves. */
  async person(options: Omit<CodexOptions, 'home'> = {}): Promise<CodexPerson> {
    const session = await this.clients.client(options);
    const person = new CodexPerson(session, this.clients, this.cast.world);
    this.people.push(person);
    return person;
  }

  truth(): TruthLog {
    const parts = this.people.flatMap((person) => [...person.truth()]);
    return new Map(parts.map(([sessionId, changes]) => [sessionId, tidy(changes)]));
  }

  close(): Promise<void> {
    return this.clients.close();
  }
}
