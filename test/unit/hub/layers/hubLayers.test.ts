import assert from 'node:assert/strict';
import { openLayers, type HubLayers } from '../../../../src/extension/hub/hubLayers';
import type { SignalFact } from '../../../../src/extension/hub/domain/facts/signals';
import { emptyTranscript } from '../../../../src/extension/hub/domain/facts/transcriptFold';
import { Intake } from '../../../../src/extension/hub/intake';
import { LiveBoard } from '../../../../src/extension/hub/liveBoard';
import { Closing } from '../../../../src/extension/util/closing';
import { silentLog } from '../../../../src/extension/util/log';
import { aHookEvent } from '../../../support/hub/hooks';
import { start } from '../../../support/hub/story';

const commit: SignalFact = {
  kind: 'commit',
  at: start,
  turn: 1,
  ok: true,
  data: { sha: 'a', branch: 'main' },
};
const url = 'https://github.com/dev/proj/pull/4';
const opened: SignalFact = { ...commit, kind: 'pr', data: { number: 4, url, action: 'created' } };

describe('The layers of the hub', () => {
  let board: LiveBoard;
  let layers: HubLayers;
  let closing: Closing;
  /** How often a display was made: each time asks for the state of the pull request. */
  let asked: number;

  beforeEach(() => {
    asked = 0;
    closing = new Closing();
    board = new LiveBoard(
      () => ({ usd: 0, tokens: 0 }),
      () => start,
    );
    const pulls = {
      stateOf() {
        asked += 1;
        return undefined;
      },
    };
    const intake = new Intake(board, { dismissedAt: () => undefined });
    const send = (): void => undefined;
    layers = openLayers({ scripts: '', board, intake, log: silentLog, send, pulls }, closing);
    for (const sessionId of ['a', 'b']) tell(sessionId);
  });
  afterEach(async () => {
    await closing.close();
    board.dispose();
  });

  const transcript = { ...emptyTranscript('/p/a.jsonl'), turns: 1, signals: [commit, opened] };
  const tell = (sessionId: string): void => {
    board.apply(aHookEvent(start, 'Stop', { session_id: sessionId }));
    const read = { at: start, readAt: start, facts: transcript };
    board.apply({ type: 'transcriptRead', sessionId, ...read });
    board.flush();
  };

  const labelOf = (sessionId: string): string | undefined => {
    board.flush();
    return board.get(sessionId)?.display?.label?.text;
  };

  it('put what came of a session onto its card', () => {
    assert.equal(labelOf('a'), 'Opened PR #4');
    assert.equal(board.get('a')?.outcome?.commits, 1);
  });

  it('draw the card anew of which an extension says something, before all that is shipped', () => {
    for (const follower of layers.followers) follower.connect('w');
    const label = { label: 'Green' };
    const collections = [{ id: 'ci', labels: [{ sessionId: 'a', label }] }];
    void layers.calls.offerLabels({ window: 'w', collections }, undefined);
    assert.deepEqual([labelOf('a'), labelOf('b')], ['Green', 'Opened PR #4']);
    for (const follower of layers.followers) follower.disconnect('w');
    assert.equal(labelOf('a'), 'Opened PR #4');
  });

  it('show what layers see of the sessions on the board', async () => {
    const told = await layers.calls.sessionViews({ sessionIds: ['a', 'none'] }, undefined);
    assert.ok('views' in told);
    assert.deepEqual(
      told.views.map(({ sessionId, signals }) => [sessionId, signals.length]),
      [['a', 2]],
    );
  });

  it('follow the settings, and are made once for all windows that tell the same', () => {
    const { setLayers } = layers.calls;
    const none = { layers: [], projectLayers: [] };
    void setLayers(none, undefined);
    assert.deepEqual([labelOf('a'), board.get('a')?.outcome?.commits], [undefined, 1]);
    const before = asked;
    void setLayers({ ...none }, undefined);
    board.flush();
    assert.equal(asked, before);
    void setLayers({ layers: ['sdlc'], projectLayers: [] }, undefined);
    assert.equal(labelOf('a'), 'Opened PR #4');
  });

  it('know nothing more of a session that has left the board', () => {
    const before = asked;
    tell('a');
    assert.equal(asked, before);
    board.forget('a');
    board.flush();
    tell('a');
    assert.equal(asked, before + 1);
  });
});
