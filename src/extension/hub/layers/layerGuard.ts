import type { Log } from '../../util/log';

/** Number of failures after which a layer is disabled until `reset`. */
const maxFailures = 3;

/** Isolates layers from each other: an error in one loses only the label of that layer. */
export class LayerGuard {
  private readonly failures = new Map<string, number>();

  constructor(private readonly log: Log) {}

  /** Enables all layers again, after settings or sources changed. */
  reset(): void {
    this.failures.clear();
  }

  /** Runs `produce`; returns undefined if it throws or the layer is disabled. */
  run<Value>(layer: string, produce: () => Value): Value | undefined {
    const before = this.failures.get(layer) ?? 0;
    if (before >= maxFailures) return undefined;
    try {
      return produce();
    } catch (error) {
      this.failures.set(layer, before + 1);
      if (before + 1 === maxFailures)
        this.log.warn(
          `The layer ${layer} is switched off, as it failed ${maxFailures} times: ${String(error)}`,
        );
      return undefined;
    }
  }
}
