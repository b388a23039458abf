/**
 * Runs in the page: true once the editor has stored `text`. In a browser it writes its state every
 * few seconds.
 */
export async function remembered(text: string): Promise<boolean> {
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('vscode-web-state-db')) continue;
    const values = await new Promise<unknown[]>((resolve, reject) => {
      const opened = indexedDB.open(name);
      opened.addEventListener('error', () => reject(new Error(`${name} cannot be read`)));
      opened.addEventListener('success', () => {
        const all = opened.result.transaction('ItemTable').objectStore('ItemTable').getAll();
        all.addEventListener('success', () => resolve(all.result));
      });
    });
    if (values.some((value) => String(value).includes(text))) return true;
  }
  return false;
}
