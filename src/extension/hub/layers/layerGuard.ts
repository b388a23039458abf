import type { Log } from '../../util/log';

/** Number of failures after which a layer is disabled until `reset`. */
const mostThrows = 3;

/** Runs layers so that an error in one loses only that layer's label. */
export class LayerGuard {
  private readonly throws = new Map<string, number>();

  constructor(private readonly log: Log) {}

  /** Enables all layers again, after settings or sources changed. */
  reset(): void {
    this.throws.clear();
  }

  /** Runs `say`; returns undefined if it throws or the layer is disabled. */
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
