/** `12s`, `4m`, `3h 05m`, `2d 4h`: at most six characters, for a time in state. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}h ${String(minutes % 60).padStart(2, '0')}m`;
  return `${Math.floor(hours / 24)}d ${hours % 24}h`;
}

/** `950`, `12.3k`, `1.2M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens));
  if (tokens < 999_950) return `${(tokens / 1000).toFixed(1)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}

/** `$0.42`, `≈$0.42` for an estimate, `<$0.01` for less than a cent. */
export function formatUsd(usd: number, estimated = false): string {
  const sign = estimated ? '≈' : '';
  if (usd > 0 && usd < 0.01) return `${sign}<$0.01`;
  return `${sign}$${usd.toFixed(2)}`;
}
