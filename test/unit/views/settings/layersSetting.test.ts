import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/extension/util/emitter';
import { followLayers, readLayers } from '../../../../src/extension/views/settings/layersSetting';
import {
  layerSettingsSchema,
  type LayerSettings,
} from '../../../../src/shared/protocol/layers/settings';

const usual: LayerSettings = { layers: ['sdlc', 'creative'], projectLayers: [] };

describe('The layers in the settings', () => {
  it('are read unchanged, with the home folder for a tilde', () => {
    const projects = { '~/novels/**': ['creative'], '**/work/*': [] };
    assert.deepEqual(readLayers(['creative'], projects, '/home/$&'), {
      settings: {
        layers: ['creative'],
        projectLayers: [
          { glob: '/home/$&/novels/**', layers: ['creative'] },
          { glob: '**/work/*', layers: [] },
        ],
      },
      problem: '',
    });
    assert.deepEqual(readLayers(undefined, undefined, '/home'), { settings: usual, problem: '' });
    assert.deepEqual(readLayers([], {}, '/home').settings.layers, []);
  });

  for (const [layers, projects, problem] of [
    ['sdlc', {}, /^missionControl\.layers must be a list of layers: sdlc, creative\.$/],
    [
      ['sdlc', 'creative', 'sldc', 'sdlc'],
      {},
      /^missionControl\.layers: there is no layer sldc\. There are sdlc, creative\.$/,
    ],
    [undefined, [], /^missionControl\.projectLayers must be an object/],
    [undefined, { '**': 'sdlc' }, /^missionControl\.projectLayers, \*\* must be a list of layers/],
    [undefined, { ' ': [] }, /a glob has 1 to 500 characters\.$/],
    [undefined, { ['a'.repeat(501)]: [] }, /a glob has 1 to 500 characters\.$/],
  ] as const) {
    it(`are told of where they are ${JSON.stringify([layers, projects]).slice(0, 60)}`, () => {
      const read = readLayers(layers, projects, '/home');
      assert.match(read.problem, problem);
      assert.deepEqual(read.settings, usual);
    });
  }

  it('are accepted by the hub, even if there are many', () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`p${at}`, ['sdlc']]));
    const { settings, problem } = readLayers(['sdlc'], many, '/home');
    assert.equal(layerSettingsSchema.parse(settings).projectLayers.length, 100);
    assert.match(problem, /only the first 100 globs count/);
  });

  it('are sent to the hub at once and at each change, and a problem is reported once', () => {
    const changes = new Emitter<{ affectsConfiguration(id: string): boolean }>();
    const [told, said]: [LayerSettings[], string[]] = [[], []];
    let layers: unknown = ['sdlc'];
    const following = followLayers({
      settings: {
        get: (id) => (id === 'missionControl.layers' ? layers : {}),
        onDidChange: changes.event,
      },
      repeatedCalls: { storeCall: (_name, request) => void told.push(request) },
      say: (problem) => said.push(problem),
      home: '/home',
    });
    const change = (id: string): void =>
      changes.fire({ affectsConfiguration: (one) => one === id });
    change('missionControl.prices');
    layers = 7;
    change('missionControl.layers');
    change('missionControl.projectLayers');
    following.dispose();
    change('missionControl.layers');
    assert.deepEqual(
      told.map((one) => one.layers),
      [['sdlc'], usual.layers, usual.layers],
    );
    assert.equal(said.length, 1);
  });
});
