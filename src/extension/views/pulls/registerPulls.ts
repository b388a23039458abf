import * as vscode from 'vscode';
import type { Disposable } from '../../util/lifetime';
import { PullOrders, type PullOrdersParts } from './pullOrders';

/** The same scopes as the editor's GitHub extensions use, so that one sign-in serves all. */
const scopes = ['read:user', 'repo', 'user:email', 'workflow'];

/** Registers pull requests for this window; does nothing while the setting is off. */
export function registerPulls(parts: Omit<PullOrdersParts, 'token'>): Disposable {
  return new PullOrders({
    ...parts,
    async token(offer) {
      // Without `silent` the editor adds an entry to its Accounts menu; no option opens a dialog.
      const session = await vscode.authentication.getSession('github', scopes, {
        ...(!offer && { silent: true }),
      });
      return session?.accessToken;
    },
  });
}
