import { keptSignals } from '../domain/facts/signals';
import type { CallMatcher } from './callMatcher';
import { CallReader } from './callReader';
import type { FollowedFile, FoundSignal } from './threadMessages';
import type { FinishedCall } from './toolCall';

/** The signals that one transcript holds by the rules, of each set the last ones. */
class FileSignals {
  readonly sets = new Map<number, FoundSignal[]>();
  readonly reader: CallReader;
  private hasNews = false;

  constructor(
    { path, agentId }: FollowedFile,
    private readonly matchers: readonly CallMatcher[],
  ) {
    this.reader = new CallReader(path, agentId !== undefined, {
      isLookedAt: (tool) => matchers.some((matcher) => matcher.isFor(tool)),
      onCall: (call) => this.match(call),
      onRestart: () => {
        this.sets.clear();
        this.hasNews = true;
      },
    });
  }

  /** Settles with whether there is more than before. */
  async read(): Promise<boolean> {
    const turns = this.reader.prompts.length;
    await this.reader.read();
    const isNew = this.hasNews || this.reader.prompts.length !== turns;
    this.hasNews = false;
    return isNew;
  }

  private match(call: FinishedCall): void {
    const { tool, at, turn, ok } = call;
    for (const matcher of this.matchers) {
      if (!matcher.isFor(tool)) continue;
      const verdict = matcher.match(call);
      if ('failed' in verdict) continue;
      const { set, kind } = matcher.rule;
      this.hasNews = true;
      const signals = this.sets.get(set) ?? [];
      signals.push(alone({ kind, at, turn, ok, ...verdict }));
      this.sets.set(set, signals.slice(-keptSignals));
    }
  }
}

/** The transcripts of one session, its subagents' included. */
export class SessionCalls {
  private readonly files = new Map<string, FileSignals>();
  private main: FileSignals | undefined;

  constructor(private readonly matchers: readonly CallMatcher[]) {}

  /** Reads what is new in a file; settles with whether the session may have other signals by that. */
  async read(file: FollowedFile): Promise<boolean> {
    let signals = this.files.get(file.path);
    const isFirst = signals === undefined;
    signals ??= new FileSignals(file, this.matchers);
    this.files.set(file.path, signals);
    if (file.agentId === undefined) this.main = signals;
    return (await signals.read()) || isFirst;
  }

  /** By the number of the set, in the order of their times. */
  get sets(): ReadonlyMap<number, readonly FoundSignal[]> {
    const prompts = this.main?.reader.prompts ?? [];
    const all = new Map<number, FoundSignal[]>();
    for (const file of this.files.values()) {
      for (const [set, signals] of file.sets) {
        const placed = signals.map((one) => ({ ...one, turn: turnOf(one, prompts) }));
        all.set(set, [...(all.get(set) ?? []), ...placed]);
      }
    }
    for (const [set, signals] of all) {
      all.set(set, signals.sort((a, b) => a.at - b.at).slice(-keptSignals));
    }
    return all;
  }

  get turns(): number {
    return this.main?.reader.prompts.length ?? 0;
  }
}

/** A subagent's transcript counts no turns: its signals are of the turn in which they came. */
export function turnOf(
  { turn, at }: Pick<FoundSignal, 'turn' | 'at'>,
  prompts: readonly number[],
): number {
  return turn > 0 ? turn : prompts.filter((prompted) => prompted <= at).length;
}

/** A copy whose texts do not keep the texts that they were cut from in memory. */
function alone(signal: FoundSignal): FoundSignal {
  const { by, data } = JSON.parse(JSON.stringify({ by: signal.by, data: signal.data })) as Pick<
    FoundSignal,
    'by' | 'data'
  >;
  return { ...signal, by, data };
}
