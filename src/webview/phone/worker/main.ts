import { servePush } from './push';

declare const self: ServiceWorkerGlobalScope;

/** The page's files and a hash of their contents, which the build inserts before this script. */
declare const shell: { readonly version: string; readonly files: readonly string[] };

const prefix = 'shell-';
const cacheName = `${prefix}${shell.version}`;
const document = 'index.html';

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const name = fileOf(event.request);
  // Other requests go to the hub unchanged; in particular the file that identifies the hub must
  // never be cached.
  if (name !== undefined) event.respondWith(answer(name, event.request));
});
servePush(self);

/**
 * Caches all files of one version or none, because files of different versions do not work
 * together.
 */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(shell.files.map((name) => new Request(urlOf(name), { cache: 'no-cache' })));
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const oldCaches = (await caches.keys()).filter(
    (name) => name.startsWith(prefix) && name !== cacheName,
  );
  await Promise.all(oldCaches.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(name: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(urlOf(name))) ?? fetch(request);
}

/** Name of the requested file of the page; undefined for other requests. */
function fileOf({ method, url }: Request): string | undefined {
  const scope = self.registration.scope;
  const { origin, pathname, search } = new URL(url);
  // Requests with a query go to the network, so that a carrier can show its sign-in.
  if (method !== 'GET' || search !== '' || !`${origin}${pathname}`.startsWith(scope))
    return undefined;
  const name = `${origin}${pathname}`.slice(scope.length) || document;
  return shell.files.includes(name) ? name : undefined;
}

function urlOf(name: string): string {
  return new URL(name, self.registration.scope).href;
}
