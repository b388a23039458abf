import * as vscode from 'vscode';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { offeredAddresses, webAddress } from '../../../shared/board/texts/displayText';

/** Opens an address in the browser. The editor asks first, unless the person trusts the site. */
export async function openAddress(address: string): Promise<void> {
  await vscode.env.openExternal(vscode.Uri.parse(address, true));
}

/**
 * Opens an address for a page only if the session offers it, because a page could request any
 * address.
 */
export async function openOffered(session: LiveSession | undefined, href: string): Promise<void> {
  const address = webAddress(href);
  if (session === undefined || address === undefined) return;
  if (offeredAddresses(session).has(address)) await openAddress(address);
}
