import assert from 'node:assert/strict';
import { machineNotes } from '../../../../src/extension/views/machines/machineNotes';
import { settingKey } from '../../../../src/shared/protocol/machines/setting';

const gpu = { name: 'gpu', ssh: 'gpu-box' };
const nothing = { cards: [], lines: [], ignored: [], isRemote: false };
const labels = (part: Partial<Parameters<typeof machineNotes>[0]>): readonly string[] =>
  machineNotes({ ...nothing, ...part }).map(({ label }) => label);

describe('The notes on machines that are not on the board', () => {
  it('are none where nothing is set, or all of it is there', () => {
    assert.deepEqual(labels({}), []);
    assert.deepEqual(labels({ cards: [{ key: settingKey(gpu) }], lines: [gpu] }), []);
  });

  it('name a machine of this window while those of another window count', () => {
    const [note] = machineNotes({ ...nothing, cards: [{ key: 'other' }], lines: [gpu] });
    assert.equal(note?.label, 'gpu is not on the board');
    assert.ok(note.isMissing);
    assert.match(note.detail, /another window/u);
  });

  it('name the file of a workspace that is not read, and where the setting belongs', () => {
    const setting = 'missionControl.machines';
    const file = { file: '.vscode/settings.json', setting } as const;
    const [here] = machineNotes({ ...nothing, ignored: [file] });
    assert.equal(here?.label, 'The machines in .vscode/settings.json are not read');
    assert.match(here.detail, /your user settings/u);
    const [there] = machineNotes({ ...nothing, ignored: [file], isRemote: true });
    assert.match(there?.detail ?? '', /remote settings/u);
  });

  it('say in a remote window that it does not read the settings of the person’s computer', () => {
    assert.deepEqual(labels({ isRemote: true }), [
      'Machines in the settings of your own computer are not read here',
    ]);
    assert.deepEqual(
      labels({ isRemote: true, lines: [gpu], cards: [{ key: settingKey(gpu) }] }),
      [],
    );
  });
});
