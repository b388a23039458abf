import { until } from '../until';

/** Repeats the assertions until they hold; rejects with the last failure. */
export async function eventually(check: () => Promise<void> | void): Promise<void> {
  await until(check, () => undefined);
}
