import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import { matchGolden } from '../../../support/recordings/golden';
import { recording, type Source } from '../../../support/recordings/recording';
import { timeline } from '../../../support/recordings/timeline';

const folder = path.join(__dirname, '..', '..', '..', 'fixtures');
const names = readdirSync(path.join(folder, 'recordings')).map((file) => path.parse(file).name);

/**
 * The timelines were reviewed line by line against the user's actions, so a changed timeline is a
 * changed behaviour.
 */
describe('Recordings of the real client', () => {
  const runs: readonly { readonly title: string; readonly sources: readonly Source[] }[] = [
    { title: 'hooks', sources: ['hook', 'registry', 'transcript'] },
    { title: 'no-hooks', sources: ['registry', 'transcript'] },
  ];
  for (const { title, sources } of runs) {
    for (const name of names) {
      it(`show ${name} (${title}) as it was`, () => {
        const lines = timeline(recording(name), sources);
        matchGolden(path.join(folder, 'timelines', `${name}.${title}.txt`), lines);
      });
    }
  }

  it('show older-clients as it was if hooks are lost: each Stop, and the prompt after a refusal', () => {
    const rows = recording('older-clients').filter(
      ({ hook }) =>
        hook?.hook_event_name !== 'Stop' && hook?.prompt?.startsWith('[[next]]') !== true,
    );
    const actual = timeline(rows, ['hook', 'registry', 'transcript']);
    matchGolden(path.join(folder, 'timelines', 'older-clients.lost-hooks.txt'), actual);
  });

  it('exist for each scenario', () => {
    assert.ok(names.length >= 14, `found ${names.length}`);
  });
});
