import * as vscode from 'vscode';
import type { Disposable } from '../../util/lifetime';
import { PullOrders, type PullOrdersParts } from './pullOrders';

/** Those with which the editor's own extensions for GitHub sign in: one sign-in is enough for all. */
const scopes = ['read:user', 'repo', 'user:email', 'workflow'];

/** Registers what this window does about pull requests; nothing at all while its setting is off. */
export function registerPulls(parts: Omit<PullOrdersParts, 'token'>): Disposable {
  return new PullOrders({
    ...parts,
    async token(offer) {
      // Without `silent` the editor adds an entry to its Accounts menu; neither opens a dialog.
      const session = await vscode.authentication.getSession('github', scopes, {
        ...(!offer && { silent: true }),
      });
      return session?.accessToken;
    },
  });
}
