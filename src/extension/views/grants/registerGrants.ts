import { commandIds } from '../../manifest';
import { DisposableStore, type Disposable } from '../../util/lifetime';
import { registerHandlers } from '../registerHandlers';
import { exportUses } from './exportUses';
import { GrantRecord, type GrantRecordParts } from './grantRecord';
import { showGrants, type ShowGrantsParts } from './showGrants';

/**
 * Registers the commands that list the active grants, and that show and export the requests that
 * grants have allowed.
 */
export function registerGrants(parts: ShowGrantsParts & GrantRecordParts): Disposable {
  const lifetime = new DisposableStore();
  const record = lifetime.add(new GrantRecord(parts));
  lifetime.add(
    registerHandlers({
      [commandIds.showGrants]: () => showGrants(parts),
      [commandIds.showGrantUses]: () => record.show(),
      [commandIds.exportAllowedRequests]: () => exportUses(parts.hub),
    }),
  );
  return lifetime;
}
