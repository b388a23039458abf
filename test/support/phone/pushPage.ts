import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { buildBundle } from '../build/bundle';
import { projectRoot } from '../editor/paths';

/** Functions of the page for the test that drives it, as `window.phone`. */
export interface PushPage {
  /** Stores the phone's identity where the service worker reads it. */
  keep(id: string, signing: JsonWebKey, publicKey: readonly number[]): Promise<void>;
  /** Switches notifications on like a tap; messages to the hub are recorded in `said`. */
  enable(pushKey: string): Promise<void>;
  /** Handles a welcome of the hub; if notifications are on, it may lead to a new subscription. */
  welcome(pushKey: string, isSubscribed: boolean): void;
  readonly said: readonly { readonly type: string; readonly subscription?: unknown }[];
  readonly state: string;
  /**
   * Simulates a tap on the notification with that tag, or, for `renew`, a renewal by the browser.
   */
  worker(what: string): Promise<void>;
  /** Tag, title and text of the visible notifications. */
  shown(): Promise<readonly (readonly [tag: string, title: string, body: string])[]>;
}

const page = `
import { phoneStore } from './src/webview/phone/keep/kept';
import { Notifications } from './src/webview/phone/subscribe';

const said = [];
const pairs = (pushKey, isSubscribed) => ({ type: 'welcome', pushKey, isSubscribed });
const notifications = new Notifications({
  send: (message) => said.push(message) > 0,
  onChange: (change) => { window.phone.state = change.notifications; },
  showProblem: (problem) => said.push({ type: 'problem', problem }),
  installFirst: () => false,
  store: phoneStore,
});
window.phone = {
  said,
  state: '',
  async keep(id, jwk, publicKey) {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const privateKey = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign']);
    const keys = { privateKey, publicKey: new Uint8Array(publicKey) };
    const hubKey = new Uint8Array(65);
    const identity = { id, hubKey, agreement: keys, signing: keys, name: 'Test', machine: 'Test' };
    await (await phoneStore()).set('identity', identity);
  },
  async enable(pushKey) {
    notifications.compareSubscription(pairs(pushKey, false));
    await notifications.enable();
  },
  welcome: (pushKey, isSubscribed) => notifications.compareSubscription(pairs(pushKey, isSubscribed)),
  worker: async (what) => (await navigator.serviceWorker.ready).active.postMessage(what),
  async shown() {
    const registration = await navigator.serviceWorker.ready;
    const all = await registration.getNotifications();
    return all.map(({ tag, title, body }) => [tag, title, body]);
  },
};
const rules = { createScriptURL: (name) => name };
const policy = window.trustedTypes ? trustedTypes.createPolicy('phone', rules) : rules;
await navigator.serviceWorker.register(policy.createScriptURL('worker.js'));
await navigator.serviceWorker.ready;
document.title = 'ready';
`;

// Tests cannot tap a notification or make the browser renew a subscription, so the page calls the
// worker's listeners.
const worker = `
import { servePush } from './src/webview/phone/worker/push';
const listeners = new Map();
const listen = self.addEventListener.bind(self);
self.addEventListener = (type, listener) => {
  listeners.set(type, listener);
  listen(type, listener);
};
listen('message', ({ data }) => {
  const waitUntil = (promise) => promise.catch((error) => console.error(error));
  if (data === 'renew') listeners.get('pushsubscriptionchange')({ waitUntil });
  else
    void self.registration.getNotifications({ tag: data }).then(([notification]) => {
      listeners.get('notificationclick')({ notification, waitUntil });
    });
});
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
servePush(self);
`;

let built: Promise<string> | undefined;

/** Folder of a page with the phone's code for pushes; built once per process. */
export function builtPushPage(): Promise<string> {
  built ??= make();
  return built;
}

async function make(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'push-page-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const bundle = (contents: string, name: string, format: 'esm' | 'iife') =>
    buildBundle({
      stdin: { contents, resolveDir: projectRoot, sourcefile: name },
      bundle: true,
      format,
      target: 'es2022',
      outfile: path.join(folder, name),
      logLevel: 'silent',
    });
  await Promise.all([bundle(page, 'page.js', 'esm'), bundle(worker, 'worker.js', 'iife')]);
  const html =
    '<!doctype html><title>starting</title><script type="module" src="page.js"></script>';
  writeFileSync(path.join(folder, 'index.html'), html);
  return folder;
}
