interface WorkerPolicy {
  createScriptURL(name: string): string;
}

interface TrustedTypes {
  createPolicy(name: 'phone', rules: WorkerPolicy): WorkerPolicy;
}

declare const trustedTypes: TrustedTypes | undefined;

const workerFile = 'worker.js';

/** Has the page open without a network, and brings a new version of it at once. */
export async function keepShell(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return; // Some private windows have none; the page needs a network then.
  // The first worker comes to a page that it fits; a later one is of another version.
  if (serviceWorker.controller !== null) {
    serviceWorker.addEventListener('controllerchange', () => reloadUnnoticed());
  }
  const registration = await serviceWorker.register(workerUrl(), { updateViaCache: 'none' });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) registration.update().catch(() => undefined); // There is no network.
  });
}

/** The browser takes no text for the address of a script, where it knows of trusted types. */
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

/** A person who writes is left to finish; what is written survives in any case. */
function reloadUnnoticed(): void {
  if (document.hidden || !document.activeElement?.matches('input, textarea')) {
    return location.reload();
  }
  document.addEventListener('focusout', () => location.reload(), { once: true });
  document.addEventListener('visibilitychange', () => location.reload(), { once: true });
}
