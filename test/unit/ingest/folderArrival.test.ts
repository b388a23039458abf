import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { FolderArrival } from '../../../src/extension/hub/ingest/folderArrival';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';

describe('The arrival of a folder', () => {
  let home: string;
  let folder: string;
  let calls: number;
  let arrival: FolderArrival;

  beforeEach(async () => {
    home = await tempHome();
    folder = path.join(home, 'sessions');
    calls = 0;
    arrival = new FolderArrival(folder, () => (calls += 1));
  });
  afterEach(async () => {
    arrival.dispose();
    await removeHome(home);
  });

  const waitForReports = (count: number): Promise<unknown> =>
    until(
      () => calls,
      (now) => assert.equal(now, count),
    );
  const watches = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length;

  it('is reported once, and not for other entries', async () => {
    arrival.wait();
    fs.mkdirSync(path.join(home, 'other'));
    await waitFixedTime(100);
    assert.equal(calls, 0);
    fs.mkdirSync(folder);
    await waitForReports(1);
    fs.mkdirSync(path.join(home, 'another'));
    await waitFixedTime(100);
    assert.equal(calls, 1);
  });

  it('is reported at once if the folder was just created', () => {
    fs.mkdirSync(folder);
    arrival.wait();
    assert.equal(calls, 1);
  });

  it('can be awaited again after that', async () => {
    fs.mkdirSync(folder);
    arrival.wait();
    fs.rmdirSync(folder);
    arrival.wait();
    fs.mkdirSync(folder);
    await waitForReports(2);
  });

  it('is awaited with one watcher, however often it is requested', () => {
    const before = watches();
    for (let times = 0; times < 5; times += 1) arrival.wait();
    assert.ok(watches() <= before + 1);
  });

  it('is not reported repeatedly to a listener that cannot use the folder', () => {
    fs.mkdirSync(folder);
    const unusable = new FolderArrival(folder, () => {
      calls += 1;
      if (calls < 10) unusable.wait();
    });
    unusable.wait();
    unusable.dispose();
    assert.equal(calls, 1);
  });

  it('is not reported if its parent does not exist either', () => {
    const nowhere = new FolderArrival(path.join(home, 'none', 'sessions'), () => (calls += 1));
    nowhere.wait();
    nowhere.dispose();
    assert.equal(calls, 0);
  });
});
