import * as vscode from 'vscode';
import { Emitter } from '../util/emitter';
import { type Disposable, DisposableStore } from '../util/lifetime';
import { warnOnError } from './warnOnError';

const rowLosses = new Emitter<void>();

/**
 * Fires when a tree row's command arrives without its row. The editor can lose rows while it
 * redraws the tree, on busy machines permanently; only a redraw of the complete tree restores them.
 */
export const onDidLoseRow = rowLosses.event;

/** Handlers by command id; the argument comes from menus of the editor or from pages. */
export type CommandHandlers = Readonly<Record<string, (argument: unknown) => Promise<void> | void>>;

/** Registers commands; `run` reports errors to the person. */
export function registerHandlers(handlers: CommandHandlers, run = warnOnError): Disposable {
  const lifetime = new DisposableStore();
  for (const [id, handle] of Object.entries(handlers)) {
    lifetime.add(
      vscode.commands.registerCommand(id, (...args: readonly unknown[]) => {
        const [argument] = args;
        // A tree menu passes the row and the selection; the palette and keys pass nothing.
        if (args.length > 1 && (argument === undefined || argument === null)) rowLosses.fire();
        return run(() => handle(argument));
      }),
    );
  }
  return lifetime;
}
