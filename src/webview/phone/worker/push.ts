/** Shows the pushes of the hub. */
export function servePush(_worker: ServiceWorkerGlobalScope): void {
  // Without a subscription none comes.
}
