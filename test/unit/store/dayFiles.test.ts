import assert from 'node:assert/strict';
import * as path from 'node:path';
import { DayFiles, type KeptLane } from '../../../src/extension/hub/store/dayFiles';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { removeHome, tempHome } from '../../support/hub/tempHome';

describe('The files of days', () => {
  let home: string;
  let folder: PrivateFolder;
  beforeEach(async () => {
    home = await tempHome();
    folder = new PrivateFolder(path.join(home, 'days'));
    await folder.ensure();
  });
  afterEach(() => removeHome(home));

  const lane = (sessionId: string): KeptLane => ({
    sessionId,
    title: sessionId,
    projectName: 'shop',
    spans: [],
  });
  const day = '2026-03-02';
  const storedIds = async (): Promise<readonly string[]> =>
    (await new DayFiles(folder).read(day)).map(({ sessionId }) => sessionId);

  it('keep the stored data of other sessions, however often they are written', async () => {
    await new DayFiles(folder).write(day, [lane('morning')]);
    const later = new DayFiles(folder);
    await later.write(day, [lane('noon')]);
    assert.deepEqual(await storedIds(), ['morning', 'noon']);
    await later.write(day, [lane('noon'), lane('evening')]);
    assert.deepEqual(await storedIds(), ['morning', 'noon', 'evening']);
  });

  it('keep what two hubs alternately write for one day', async () => {
    const [a, b] = [new DayFiles(folder), new DayFiles(folder)];
    await a.resume(day);
    await b.resume(day);
    await a.write(day, [lane('one')]);
    await b.write(day, [lane('two')]);
    await a.write(day, [lane('one'), lane('three')]);
    assert.deepEqual([...(await storedIds())].toSorted(), ['one', 'three', 'two']);
  });
});
