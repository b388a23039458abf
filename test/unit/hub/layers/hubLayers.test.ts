import assert from 'node:assert/strict';
import { createLayersFeature } from '../../../../src/extension/hub/layers/feature';
import type { SignalFact } from '../../../../src/extension/hub/domain/facts/signals';
import { emptyTranscript } from '../../../../src/extension/hub/domain/facts/transcriptFold';
import { Intake } from '../../../../src/extension/hub/intake';
import { LiveBoard } from '../../../../src/extension/hub/board/liveBoard';
import { ClosableStore } from '../../../../src/extension/util/closableStore';
import { PrivateFolder } from '../../../../src/extension/util/files/privateFolder';
import { RuleMatches } from '../../../../src/extension/hub/rules/ruleMatches';
import { silentLog } from '../../../../src/extension/util/log';
import { aHookEvent } from '../../../support/hub/hooks';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
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
  let layers: ReturnType<typeof createLayersFeature>;
  let closing: ClosableStore;
  let home: string;

  beforeEach(async () => {
    closing = new ClosableStore();
    board = new LiveBoard(
      () => ({ usd: 0, tokens: 0 }),
      () => start,
    );
    const intake = new Intake(board, { dismissedAt: () => undefined });
    const send = (): void => undefined;
    home = await tempHome();
    const otherParts = {
      folder: new PrivateFolder(home),
      losses: { errorHandler: () => () => undefined },
      attendance: { windows: { present: [] } },
    };
    const matches = closing.add(new RuleMatches(silentLog));
    layers = createLayersFeature({ matches, board, intake, log: silentLog, send, ...otherParts });
    closing.add(layers);
    board.add(layers.boardPart);
    for (const sessionId of ['a', 'b']) reportTurn(sessionId);
  });
  afterEach(async () => {
    await closing.close();
    board.dispose();
    await removeHome(home);
  });

  const transcript = { ...emptyTranscript('/p/a.jsonl'), turns: 1, signals: [commit, opened] };
  const reportTurn = (sessionId: string): void => {
    board.apply(aHookEvent(start, 'Stop', { session_id: sessionId }));
    const read = { at: start, readAt: start, facts: transcript };
    board.apply({ type: 'transcriptRead', sessionId, ...read });
    board.flush();
  };

  const labelOf = (sessionId: string): string | undefined => {
    board.flush();
    return board.get(sessionId)?.display?.label?.text;
  };

  it('show the outcome of a session on its card', () => {
    assert.equal(labelOf('a'), 'Opened PR #4');
    assert.equal(board.get('a')?.outcome?.commits, 1);
  });

  it('refresh a card that an extension labels, and prefer its label to shipped ones', () => {
    for (const subscriber of layers.subscribers) subscriber.connect('w');
    const label = { label: 'Green' };
    const collections = [{ id: 'ci', labels: [{ sessionId: 'a', label }] }];
    void layers.calls.offerLabels({ window: 'w', collections }, undefined);
    assert.deepEqual([labelOf('a'), labelOf('b')], ['Green', 'Opened PR #4']);
    for (const subscriber of layers.subscribers) subscriber.disconnect('w');
    assert.equal(labelOf('a'), 'Opened PR #4');
  });

  it('return the views of sessions on the board', async () => {
    const answer = await layers.calls.sessionViews({ sessionIds: ['a', 'none'] }, undefined);
    assert.ok('views' in answer);
    assert.deepEqual(
      answer.views.map(({ sessionId, signals }) => [sessionId, signals.length]),
      [['a', 2]],
    );
  });

  it('apply changed settings', () => {
    const { setLayers } = layers.calls;
    void setLayers({ layers: [], projectLayers: [] }, undefined);
    assert.deepEqual([labelOf('a'), board.get('a')?.outcome?.commits], [undefined, 1]);
    void setLayers({ layers: ['sdlc'], projectLayers: [] }, undefined);
    assert.equal(labelOf('a'), 'Opened PR #4');
  });

  it('drop the data of a session that has left the board', async () => {
    board.forget('a');
    board.flush();
    const response = await layers.calls.sessionViews({ sessionIds: ['a', 'b'] }, undefined);
    assert.ok('views' in response);
    assert.deepEqual(
      response.views.map(({ sessionId }) => sessionId),
      ['b'],
    );
  });
});
