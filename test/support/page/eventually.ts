import { until } from '../until';

/** Runs the assertions again until they hold; the last failure counts. */
export async function eventually(check: () => Promise<void> | void): Promise<void> {
  await until(check, () => undefined);
}
