import { servePush } from './push';

declare const self: ServiceWorkerGlobalScope;

/** The files of the page and a name of what is in them, written before this script by the build. */
declare const shell: { readonly version: string; readonly files: readonly string[] };

const prefix = 'shell-';
const cacheName = `${prefix}${shell.version}`;
const document = 'index.html';

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const name = fileOf(event.request);
  // All else goes to the hub as it is: whose page it is must never come from here.
  if (name !== undefined) event.respondWith(answer(name, event.request));
});
servePush(self);

/** Takes all files of one version, or none: a page of mixed versions does not fit together. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(shell.files.map((name) => new Request(urlOf(name), { cache: 'no-cache' })));
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(name: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(urlOf(name))) ?? fetch(request);
}

/** Name of the file of the page that is asked for; undefined for all else. */
function fileOf({ method, url }: Request): string | undefined {
  const scope = self.registration.scope;
  const { origin, pathname, search } = new URL(url);
  // With a query it is asked of the network itself, so that a carrier can ask who it is.
  if (method !== 'GET' || search !== '' || !`${origin}${pathname}`.startsWith(scope))
    return undefined;
  const name = `${origin}${pathname}`.slice(scope.length) || document;
  return shell.files.includes(name) ? name : undefined;
}

function urlOf(name: string): string {
  return new URL(name, self.registration.scope).href;
}
