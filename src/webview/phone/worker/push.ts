import { signature } from '../../../shared/channel/keys';
import { fromBase64Url, toBase64Url, utf8 } from '../../../shared/channel/bytes';
import { fieldsOf, textOf } from '../../../shared/text/fields';
import { phonePaths } from '../../../shared/phone/phonePaths';
import { receiptText, type UnsignedReceipt } from '../../../shared/phone/receiptText';
import { subscriptionOf } from '../subscription';
import { readIdentity } from '../keep/identity';
import { phoneStore } from '../keep/kept';
import { pushKeyName } from '../keep/pushKey';

/**
 * Delays in ms before each attempt to send a receipt, because a phone that wakes up has no network
 * at first.
 */
const receiptWaitsMs = [0, 500, 2_000];

/** Fields of a push, with defaults for missing or invalid ones. */
interface PushContent {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly hash: string;
  readonly isSilent: boolean;
  readonly push: string | undefined;
  readonly setBadge: number | undefined;
}

type Worker = ServiceWorkerGlobalScope;

/** Notification options that the type definitions lack. */
type ShownOptions = NotificationOptions & {
  readonly renotify?: boolean;
};

/** Shows the hub's pushes, sends receipts, and opens the card when a notification is tapped. */
export function servePush(worker: Worker): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, event)));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(worker, event.notification));
  });
  worker.addEventListener('pushsubscriptionchange', (event) => {
    (event as ExtendableEvent).waitUntil(renew(worker));
  });
}

/** Every push shows a notification, because some phones cancel the subscription otherwise. */
async function show(worker: Worker, event: PushEvent): Promise<void> {
  const content = parsePush(event.data);
  const options: ShownOptions = {
    body: content.body,
    tag: content.tag,
    silent: content.isSilent,
    renotify: !content.isSilent,
    icon: 'icon-192.png',
    data: { push: content.push, hash: content.hash },
  };
  await worker.registration.showNotification(content.title, options);
  await Promise.all([badge(worker, content.setBadge), reportStage(worker, content.push, 'shown')]);
}

async function open(worker: Worker, { data }: Notification): Promise<void> {
  const { push, hash } = fieldsOf(data);
  const address = new URL(textOf(hash), worker.registration.scope).href;
  await Promise.all([
    openPage(worker, address),
    reportStage(worker, typeof push === 'string' ? push : undefined, 'opened'),
  ]);
}

/** Shows the card in an open page, or in a new page if there is none. */
async function openPage(worker: Worker, address: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window' });
  const page = pages.find(({ url }) => url.startsWith(worker.registration.scope));
  if (page === undefined) return void (await worker.clients.openWindow(address));
  // Only the fragment changes, so that the page is not reloaded and receives `hashchange`.
  await page.focus().catch(() => undefined);
  await page.navigate(address);
}

async function badge({ navigator }: Worker, count: number | undefined): Promise<void> {
  if (count === undefined || !('setAppBadge' in navigator)) return;
  // Apps that are not installed have no badge.
  await navigator.setAppBadge(count).catch(() => undefined);
}

/** Subscribes again after the browser ended the subscription, and reports it to the hub. */
async function renew(worker: Worker): Promise<void> {
  const key = fromBase64Url((await (await phoneStore()).get<string>(pushKeyName)) ?? '');
  if (key === undefined || key.length === 0) return;
  const made = await worker.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const subscription = subscriptionOf(made, worker.navigator.language);
  await send(worker, (device) => ({ device, stage: 'subscribed', subscription, at: Date.now() }));
}

/** Reports the stage of a push to the hub. */
async function reportStage(
  worker: Worker,
  push: string | undefined,
  stage: 'shown' | 'opened',
): Promise<void> {
  if (push === undefined) return;
  await send(worker, (device) => ({ device, push, stage, at: Date.now() }));
}

/** Sends a signed receipt. It stops after the last attempt, because a late receipt is useless. */
async function send(
  { registration }: Worker,
  createReceipt: (device: string) => UnsignedReceipt,
): Promise<void> {
  const identity = await readIdentity(await phoneStore());
  if (identity === undefined) return;
  const receipt = createReceipt(identity.id);
  const signed = await signature(identity.signing.privateKey, utf8(receiptText(receipt)));
  const body = JSON.stringify({ ...receipt, signature: toBase64Url(signed) });
  for (const wait of receiptWaitsMs) {
    await new Promise((resolve) => void setTimeout(resolve, wait));
    const isDelivered = await fetch(new URL(phonePaths.receipt, registration.scope), {
      method: 'POST',
      body,
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
    }).then(
      ({ status }) => status < 500,
      () => false,
    );
    if (isDelivered) return;
  }
}

function parsePush(data: PushMessageData | null): PushContent {
  const payload = fieldsOf(readJsonBody(data));
  const notification = fieldsOf(payload['notification']);
  const { title, body, tag, navigate, silent } = notification;
  const push = fieldsOf(notification['data'])['push'];
  const badgeCount = payload['app_badge'];
  return {
    title: textOf(title) || 'Mission Control',
    body: textOf(body),
    tag: textOf(tag) || 'unknown',
    hash: hashOf(textOf(navigate)),
    isSilent: silent === true,
    push: typeof push === 'string' ? push : undefined,
    setBadge: typeof badgeCount === 'number' ? badgeCount : undefined,
  };
}

function readJsonBody(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

/** The fragment of an address; the page's own address is used for the rest. */
function hashOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hash : '';
}
