import assert from 'node:assert/strict';
import type { FromPage } from '../../../src/shared/messages/pageMessages';
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
        .findLast((one) => one.pendingRequest?.call?.answerable === true),
    (one) => assert.ok(one),
  );
  assert.ok(found);
  return found;
}

/** What the page says when its person allows what it shows. */
export function allowing({ sessionId, pendingRequest }: LiveSession): FromPage {
  return {
    type: 'decide',
    sessionId,
    call: pendingRequest?.call?.id ?? '',
    shown: pendingRequest?.shown ?? '',
    decision: { kind: 'allow' },
  };
}
