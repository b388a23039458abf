interface WorkerPolicy {
  createScriptURL(name: string): string;
}

interface TrustedTypes {
  createPolicy(name: 'phone', rules: WorkerPolicy): WorkerPolicy;
}

declare const trustedTypes: TrustedTypes | undefined;

const workerFile = 'worker.js';

/** Makes the page available offline, and loads a new version of it as soon as there is one. */
export async function registerServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  // Some private windows have none; the page then needs a network.
  if (serviceWorker === undefined) return;
  // The first worker has the version of this page; a later one has a newer version.
  if (serviceWorker.controller !== null) {
    serviceWorker.addEventListener('controllerchange', () => reloadUnnoticed());
  }
  const registration = await serviceWorker.register(workerUrl(), { updateViaCache: 'none' });
  document.addEventListener('visibilitychange', () => {
    // Fails while the phone is offline.
    if (!document.hidden) registration.update().catch(() => undefined);
  });
}

/** Under the trusted types of the page's policy a script's URL must not be a plain string. */
function workerUrl(): string {
  const rules: WorkerPolicy = {
    createScriptURL: (name) => {
      if (name !== workerFile) throw new TypeError('This page has one worker');
      return name;
    },
  };
  const policy =
    typeof trustedTypes === 'undefined' ? rules : trustedTypes.createPolicy('phone', rules);
  return policy.createScriptURL(workerFile);
}

/** Reloads when it does not interrupt typing; drafts are stored in any case. */
function reloadUnnoticed(): void {
  if (document.hidden || !document.activeElement?.matches('input, textarea')) {
    return location.reload();
  }
  document.addEventListener('focusout', () => location.reload(), { once: true });
  document.addEventListener('visibilitychange', () => location.reload(), { once: true });
}
