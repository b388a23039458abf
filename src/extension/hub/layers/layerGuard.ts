import type { Log } from '../../util/log';

/** A layer that threw so often is switched off until what layers are made of is another. */
const mostThrows = 3;

/** Runs layers: what one throws costs its own words alone. */
export class LayerGuard {
  private readonly throws = new Map<string, number>();

  constructor(private readonly log: Log) {}

  /** The person has changed something: each layer gets another chance. */
  renew(): void {
    this.throws.clear();
  }

  /** Undefined where it throws, or is switched off. */
  run<Value>(layer: string, say: () => Value): Value | undefined {
    const before = this.throws.get(layer) ?? 0;
    if (before >= mostThrows) return undefined;
    try {
      return say();
    } catch (error) {
      this.throws.set(layer, before + 1);
      if (before + 1 === mostThrows)
        this.log.warn(
          `The layer ${layer} is switched off, as it failed ${mostThrows} times: ${String(error)}`,
        );
      return undefined;
    }
  }
}
