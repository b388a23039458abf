import type { Page } from 'playwright-core';

/** What a phone's page keeps by a key; of a cryptographic key, whether it can be read out. */
export function keptOn(page: Page, key: string): Promise<unknown> {
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
