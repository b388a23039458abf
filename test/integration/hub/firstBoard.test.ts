import * as assert from 'node:assert/strict';
import { GroupCounts } from '../../../src/extension/hub/domain/card/summary';
import { FirstBoard } from '../../../src/extension/hub/board/firstBoard';
import { Emitter } from '../../../src/extension/util/emitter';
import { Gate } from '../../../src/extension/util/gate';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { aSession } from '../../support/sessionBuilder';
import { until } from '../../support/until';

/** A board whose sessions, first reading and scan of all transcripts the test controls. */
function begun(patienceMs?: number): {
  readonly shown: () => Promise<boolean>;
  readonly read: Gate;
  readonly looked: Gate;
  readonly add: () => void;
} {
  const [read, looked] = [new Gate(), new Gate()];
  const changes = new Emitter<void>();
  const sessions: LiveSession[] = [];
  const summary = new GroupCounts().summary({ usd: 0, tokens: 0 }, undefined);
  const board = { snapshot: () => ({ sessions, summary }), onDidChange: changes.event };
  const first = new FirstBoard(board, patienceMs);
  let isShown = false;
  void first.snapshot().then(() => {
    isShown = true;
  });
  void first.showAfter(read.opened, looked.opened);
  return {
    shown: async () => {
      await new Promise(setImmediate);
      return isShown;
    },
    read,
    looked,
    add: () => {
      sessions.push(aSession());
      changes.fire();
    },
  };
}

describe('The first board', () => {
  it('waits for the transcripts of living sessions', async () => {
    const { shown, read, add } = begun();
    add();
    assert.equal(await shown(), false);
    read.open();
    assert.equal(await shown(), true);
  });

  it('waits for them no longer than its patience', async () => {
    const { shown, add } = begun(1);
    add();
    await until(shown, (is) => assert.ok(is));
  });

  it('has no session only once all transcripts were looked at', async () => {
    const { shown, read, looked } = begun();
    read.open();
    assert.equal(await shown(), false);
    looked.open();
    assert.equal(await shown(), true);
  });

  it('is shown with its first session, before all transcripts were looked at', async () => {
    const { shown, read, add } = begun();
    read.open();
    assert.equal(await shown(), false);
    add();
    assert.equal(await shown(), true);
  });

  it('has the sessions of a home where nothing runs', async () => {
    const home = await tempHome();
    const transcript = TranscriptFile.of(home, 'rested');
    await transcript.write(transcript.prompt('Go on'), transcript.answer('Done'));
    const hub = await TestHub.start(home);
    try {
      const { sessions } = await hub.board();
      assert.deepEqual(
        sessions.map(({ sessionId }) => sessionId),
        ['rested'],
      );
    } finally {
      await hub.close();
      await removeHome(home);
    }
  });
});
