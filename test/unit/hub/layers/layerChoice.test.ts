import assert from 'node:assert/strict';
import { LayerChoice } from '../../../../src/extension/hub/layers/layerChoice';
import type { LayerSettings } from '../../../../src/shared/protocol/layers/settings';
import { aFile, aView, changesOf } from '../../../support/board/sessionViews';

describe('The layers of a session', () => {
  const layersOf = (
    paths: readonly string[],
    settings?: LayerSettings,
    isProse = true,
  ): readonly string[] => {
    const choice = new LayerChoice(() => isProse);
    if (settings !== undefined) choice.set(settings);
    const files = paths.map((path) => aFile(path, 1));
    const view = aView(files.length === 0 ? {} : { changes: changesOf(...files) });
    return choice.layersFor(view).map(({ id }) => id);
  };

  it('are all while nothing was changed', () => {
    assert.deepEqual(layersOf([]), ['sdlc', 'creative']);
  });

  it('are led by that of writing where most changed files are prose, and lack it where they are not', () => {
    assert.deepEqual(layersOf(['/a.md', '/b.md', '/c.ts']), ['creative', 'sdlc']);
    assert.deepEqual(layersOf(['/a.md', '/c.ts']), ['sdlc']);
  });

  it('lack that of writing in a project of code, whatever was changed, unless the setting names it first', () => {
    assert.deepEqual(layersOf(['/words.txt'], undefined, false), ['sdlc']);
    assert.deepEqual(layersOf([], undefined, false), ['sdlc']);
    const settings: LayerSettings = { layers: ['creative', 'sdlc'], projectLayers: [] };
    assert.deepEqual(layersOf(['/words.txt'], settings, false), ['creative', 'sdlc']);
    assert.deepEqual(layersOf(['/code.ts'], settings, false), ['sdlc']);
  });

  it('are others only where a window tells others than before, as at first the usual ones', () => {
    const choice = new LayerChoice(() => true);
    assert.equal(choice.set({ layers: ['sdlc', 'creative'], projectLayers: [] }), false);
    assert.equal(choice.set({ layers: ['sdlc'], projectLayers: [] }), true);
    assert.equal(choice.set({ layers: ['sdlc'], projectLayers: [] }), false);
  });

  it('are none where the setting is empty, and no other than it names', () => {
    const settings = (layers: LayerSettings['layers']) => ({ layers, projectLayers: [] });
    assert.deepEqual(layersOf(['/a.md'], settings([])), []);
    assert.deepEqual(layersOf(['/a.md'], settings(['sdlc'])), ['sdlc']);
    assert.deepEqual(layersOf([], settings(['creative', 'sdlc'])), ['creative', 'sdlc']);
  });

  it('are those of the first glob that fits, whatever was changed', () => {
    const projectLayers: LayerSettings['projectLayers'] = [
      { glob: '/elsewhere/**', layers: [] },
      { glob: '**/api-server', layers: ['creative'] },
      { glob: '**', layers: ['sdlc'] },
    ];
    const settings: LayerSettings = { layers: ['sdlc', 'creative'], projectLayers };
    assert.deepEqual(layersOf(['/c.ts'], settings), ['creative']);
  });
});
