import assert from 'node:assert/strict';
import { openLayers, type HubLayers } from '../../../../src/extension/hub/hubLayers';
import type { SignalFact } from '../../../../src/extension/hub/domain/facts/signals';
import { emptyTranscript } from '../../../../src/extension/hub/domain/facts/transcriptFold';
import type { LabelSource } from '../../../../src/extension/hub/layers/layerSources';
import { LiveBoard } from '../../../../src/extension/hub/liveBoard';
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

describe('The layers of the hub', () => {
  let board: LiveBoard;
  let layers: HubLayers;
  let asked: number;
  let said: ReturnType<LabelSource['sayingsOf']>;

  beforeEach(() => {
    [asked, said] = [0, []];
    board = new LiveBoard(
      () => ({ usd: 0, tokens: 0 }),
      () => start,
    );
    const labels: LabelSource = {
      sayingsOf() {
        asked += 1;
        return said;
      },
    };
    layers = openLayers({ board, log: silentLog, labels });
    for (const sessionId of ['a', 'b']) tell(sessionId);
  });
  afterEach(() => board.dispose());

  const transcript = { ...emptyTranscript('/p/a.jsonl'), turns: 1, signals: [commit] };
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
    assert.equal(labelOf('a'), 'Committed to main');
    assert.equal(board.get('a')?.outcome?.commits, 1);
  });

  it('draw one card anew, or all, when a source says something else', () => {
    said = [{ layer: 'ci', label: { label: 'Green' } }];
    layers.changed('a');
    assert.deepEqual([labelOf('a'), labelOf('b')], ['Green', 'Committed to main']);
    layers.changed();
    assert.deepEqual([labelOf('a'), labelOf('b')], ['Green', 'Green']);
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
    assert.equal(labelOf('a'), 'Committed to main');
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
