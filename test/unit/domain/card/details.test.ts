import assert from 'node:assert/strict';
import { factDetails } from '../../../../src/extension/hub/domain/card/details';
import { noChanges, addEdit } from '../../../../src/extension/hub/domain/facts/changes';
import { createSessionFacts } from '../../../../src/extension/hub/domain/facts/session';
import { emptyTranscript } from '../../../../src/extension/hub/domain/facts/transcriptFold';

describe('The details of a card', () => {
  it('name the 40 files that were changed last, the last one first', () => {
    let changes = noChanges;
    for (let at = 0; at < 100; at += 1) changes = addEdit(changes, `/f${at}`, { turn: 1, at });
    const facts = { ...createSessionFacts('s'), transcript: { ...emptyTranscript('/s'), changes } };
    const listed = factDetails(facts).changes;
    assert.equal(listed.length, 40);
    assert.deepEqual([listed[0]?.path, listed.at(-1)?.path], ['/f99', '/f60']);
  });
});
