import type { Page } from 'playwright-core';

/**
 * Value that a phone's page has stored under a key; for a cryptographic key, whether it is
 * extractable.
 */
export function storedValue(page: Page, key: string): Promise<unknown> {
  return page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const opening = indexedDB.open('mission-control');
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('kept').objectStore('kept').get(wanted);
          reading.addEventListener('success', () => {
            opening.result.close();
            const text = JSON.stringify(reading.result, (_name, value: unknown) =>
              value instanceof CryptoKey ? { extractable: value.extractable } : value,
            );
            resolve(text === undefined ? undefined : JSON.parse(text));
          });
        });
      }),
    key,
  );
}
