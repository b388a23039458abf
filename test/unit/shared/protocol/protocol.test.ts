import * as assert from 'node:assert/strict';
import { liveSessionSchema } from '../../../../src/shared/protocol/protocol';
import { aPendingRequest, aSession } from '../../../support/sessionBuilder';

describe('the protocol', () => {
  it('carries a request whose input nobody told, as after a notification alone', () => {
    const session = aSession({ pendingRequest: aPendingRequest({ toolInput: undefined }) });
    const sent: unknown = JSON.parse(JSON.stringify(session));
    assert.deepEqual(liveSessionSchema.safeParse(sent).error, undefined);
  });
});
