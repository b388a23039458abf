/** The percentile of the values for a share from 0 to 1; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** A duration as text, such as `1.23 s`, `45 ms` or `6.7 ms`. */
export function duration(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(2)} s`;
  return `${ms.toFixed(ms < 20 ? 1 : 0)} ms`;
}

export function megabytes(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export function gigabytesPerSecond(bytes: number, ms: number): string {
  return `${(bytes / ms / 1e6).toFixed(2)} GB/s`;
}

export function p50p99(values: readonly number[]): string {
  return `p50 ${duration(median(values))}, p99 ${duration(percentile(values, 0.99))}`;
}

export function p50p95(values: readonly number[]): string {
  return `p50 ${duration(median(values))}, p95 ${duration(percentile(values, 0.95))}`;
}
