const timeoutMs = 15_000;
const pauseMs = 20;

/** Runs the assertions again until they hold; the last failure counts. */
export async function eventually(check: () => Promise<void> | void): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
