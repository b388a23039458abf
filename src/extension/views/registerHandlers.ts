import * as vscode from 'vscode';
import { Emitter } from '../util/emitter';
import { type Disposable, DisposableStore } from '../util/lifetime';
import { orSay } from './orSay';

const lost = new Emitter<void>();

/**
 * Fires when a row was pressed that the editor knows no more. It forgets rows while it draws them anew, on busy
 * machines some for good: the command of such a row gets no argument, and the tree has to be drawn as a whole.
 */
export const onDidLoseRow = lost.event;

/** Functions of commands by their ids; the argument is the one that the editor's menus or our pages pass. */
export type CommandHandlers = Readonly<Record<string, (argument: unknown) => Promise<void> | void>>;

/** Registers commands; `run` tells the person where one fails. */
export function registerHandlers(handlers: CommandHandlers, run = orSay): Disposable {
  const lifetime = new DisposableStore();
  for (const [id, handle] of Object.entries(handlers)) {
    lifetime.add(
      vscode.commands.registerCommand(id, (...args: readonly unknown[]) => {
        const [argument] = args;
        // A menu of a tree passes the row and what is selected, the palette and keys nothing.
        if (args.length > 1 && (argument === undefined || argument === null)) lost.fire();
        return run(() => handle(argument));
      }),
    );
  }
  return lifetime;
}
