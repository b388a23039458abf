import { setTimeout as pause } from 'node:timers/promises';
import type { CodexSession } from '../../support/codex/codexSession';
import type { CodexStage } from '../../support/codex/codexStage';
import type { RecordedResponse } from '../../support/codex/scriptedResponses';
import type { CodexScreenState } from '../../support/codex/screenState';
import { startedSessions } from '../../support/codex/rollout';
import { Failure } from '../../support/realClient/script';
import { workChanges } from '../agentWork';
import { shortCallMs } from '../measure';
import type { CodexWorld } from '../scenario';
import { terminalTruth, type Declared } from '../terminalTruth';
import { truths, type Truth, type TruthChange } from '../truth';

/** Simulates a person at a terminal of Codex, and records the truth that results. */
export class CodexPerson {
  private readonly declared: Declared[] = [];
  private readonly prompted: TruthChange[] = [];

  constructor(
    readonly session: CodexSession,
    private readonly stage: CodexStage,
    private readonly world: CodexWorld,
  ) {}

  /** Submits a prompt; resolves once the client has taken it. */
  async prompt(text: string): Promise<void> {
    if (this.session.state !== 'working') {
      this.prompted.push({ at: Date.now(), truth: truths.thinking });
    }
    await this.session.prompt(text);
  }

  /** Submits a prompt and waits until the screen shows the state. */
  async turn(text: string, ends: CodexScreenState = 'prompt'): Promise<void> {
    await this.prompt(text);
    await this.sees(ends);
  }

  async sees(state: CodexScreenState): Promise<void> {
    await this.session.waitFor(state);
  }

  async reads(text: string | RegExp): Promise<void> {
    await this.session.terminal.waitForScreen(text);
  }

  /** Waits as if reading the dialog, and presses the key of a choice. */
  async chooses(key: string): Promise<void> {
    await pause(shortCallMs);
    await this.session.choose(key);
  }

  /** Interrupts the turn. */
  async interrupts(): Promise<void> {
    this.willRest(truths.interrupted);
    await this.session.interrupt();
    await this.sees('prompt');
  }

  /** Lets time pass. */
  async waits(ms = 1_500): Promise<void> {
    await pause(ms);
  }

  /** Declares the truth for the next time when the screen shows an empty composer. */
  willRest(truth: Truth): void {
    this.declared.push({ at: Date.now(), truth, now: false });
  }

  truth(): Map<string, TruthChange[]> {
    const { changes } = this.session.timeline;
    // A session of the shared server goes on without its terminal.
    const screens = changes.filter(({ state }) => this.world === 'own' || state !== 'exited');
    return terminalTruth({
      screens,
      sessions: startedSessions(this.stage.home.codexHome),
      work: workChanges(this.stage.api.requests, () => true, this.prompted, truthAfter),
      armings: [],
      declared: this.declared,
    });
  }
}

/** The truth between a request and the next one. */
function truthAfter({ answer }: RecordedResponse): Truth {
  if (answer === undefined) return truths.working;
  if (answer instanceof Failure) return truths.retrying;
  if (answer.parts.some(({ type }) => type === 'break')) return truths.retrying;
  const acts = answer.parts.some(
    (part) => part.type === 'custom' || (part.type === 'function' && part.name === 'exec_command'),
  );
  return acts ? truths.acting : truths.thinking;
}
