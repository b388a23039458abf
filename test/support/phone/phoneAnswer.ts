import assert from 'node:assert/strict';
import type { FromPage } from '../../../src/shared/messages/pageMessages';
import type { Decision } from '../../../src/shared/protocol/control';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { until } from '../until';
import type { TestPhone } from './testPhone';

/** The session with a request to answer, as the phone's page has it. */
export async function requestOn(phone: TestPhone): Promise<LiveSession> {
  const found = await until(
    () =>
      phone
        .pages('snapshot')
        .flatMap(({ sessions }) => sessions)
        .concat(phone.pages('update').flatMap(({ changed }) => changed))
        .findLast((one, _at, all) => {
          const isNewest = all.findLast(({ sessionId }) => sessionId === one.sessionId) === one;
          return isNewest && one.pendingRequest?.call?.answerable === true;
        }),
    (one) => assert.ok(one),
  );
  assert.ok(found);
  return found;
}

/** Message of the page when its person answers the request. */
export function answering(
  { sessionId, pendingRequest }: LiveSession,
  decision: Decision = { kind: 'allow' },
): FromPage {
  return {
    type: 'decide',
    sessionId,
    call: pendingRequest?.call?.id ?? '',
    shown: pendingRequest?.shown ?? '',
    decision,
  };
}
