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

  it('are all layers if no file was changed', () => {
    assert.deepEqual(layersOf([]), ['sdlc', 'creative']);
  });

  it('start with the writing layer if most changed files are prose, and omit it otherwise', () => {
    assert.deepEqual(layersOf(['/a.md', '/b.md', '/c.ts']), ['creative', 'sdlc']);
    assert.deepEqual(layersOf(['/a.md', '/c.ts']), ['sdlc']);
  });

  it('omit the writing layer in a project of code, unless the setting names it first', () => {
    assert.deepEqual(layersOf(['/words.txt'], undefined, false), ['sdlc']);
    assert.deepEqual(layersOf([], undefined, false), ['sdlc']);
    const settings: LayerSettings = { layers: ['creative', 'sdlc'], projectLayers: [] };
    assert.deepEqual(layersOf(['/words.txt'], settings, false), ['creative', 'sdlc']);
    assert.deepEqual(layersOf(['/code.ts'], settings, false), ['sdlc']);
  });

  it('change only if a window sends different settings than before, which are the defaults at first', () => {
    const choice = new LayerChoice(() => true);
    assert.equal(choice.set({ layers: ['sdlc', 'creative'], projectLayers: [] }), false);
    assert.equal(choice.set({ layers: ['sdlc'], projectLayers: [] }), true);
    assert.equal(choice.set({ layers: ['sdlc'], projectLayers: [] }), false);
  });

  it('are only those that the setting names, and none if it is empty', () => {
    const settings = (layers: LayerSettings['layers']) => ({ layers, projectLayers: [] });
    assert.deepEqual(layersOf(['/a.md'], settings([])), []);
    assert.deepEqual(layersOf(['/a.md'], settings(['sdlc'])), ['sdlc']);
    assert.deepEqual(layersOf([], settings(['creative', 'sdlc'])), ['creative', 'sdlc']);
  });

  it('are those of the first matching glob, whatever was changed', () => {
    const projectLayers: LayerSettings['projectLayers'] = [
      { glob: '/elsewhere/**', layers: [] },
      { glob: '**/api-server', layers: ['creative'] },
      { glob: '**', layers: ['sdlc'] },
    ];
    const settings: LayerSettings = { layers: ['sdlc', 'creative'], projectLayers };
    assert.deepEqual(layersOf(['/c.ts'], settings), ['creative']);
  });
});
