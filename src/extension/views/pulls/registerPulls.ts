import * as vscode from 'vscode';
import type { Disposable } from '../../util/lifetime';
import { PullOrders, type PullOrdersParts } from './pullOrders';

/** The scopes that the editor's GitHub extensions request, so that the same sign-in can be used. */
const scopes = ['read:user', 'repo', 'user:email', 'workflow'];

/**
 * Registers the reading of pull requests for this window, which is inactive while the setting is
 * off.
 */
export function registerPulls(parts: Omit<PullOrdersParts, 'token'>): Disposable {
  return new PullOrders({
    ...parts,
    async token(offer) {
      // Without `silent` the editor adds an entry to its Accounts menu; neither variant opens a
      // dialog.
      const session = await vscode.authentication.getSession('github', scopes, {
        ...(!offer && { silent: true }),
      });
      return session?.accessToken;
    },
  });
}
