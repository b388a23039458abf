import { commandIds } from '../../manifest';
import type { Disposable } from '../../util/lifetime';
import { registerHandlers } from '../registerHandlers';
import { showGrants, type ShowGrantsParts } from './showGrants';

/** Registers the commands for what is allowed for a while. */
export function registerGrants(parts: ShowGrantsParts): Disposable {
  return registerHandlers({ [commandIds.showGrants]: () => showGrants(parts) });
}
