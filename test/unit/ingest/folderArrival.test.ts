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

  it('is told once, and not of what else comes', async () => {
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

  it('is told at once where it came just before', () => {
    fs.mkdirSync(folder);
    arrival.wait();
    assert.equal(calls, 1);
  });

  it('is waited for again after that', async () => {
    fs.mkdirSync(folder);
    arrival.wait();
    fs.rmdirSync(folder);
    arrival.wait();
    fs.mkdirSync(folder);
    await waitForReports(2);
  });

  it('is waited for with one watch, however often that is asked', () => {
    const before = watches();
    for (let times = 0; times < 5; times += 1) arrival.wait();
    assert.ok(watches() <= before + 1);
  });

  it('is not looked for without end by who finds that it can’t be used', () => {
    fs.mkdirSync(folder);
    const unusable = new FolderArrival(folder, () => {
      calls += 1;
      if (calls < 10) unusable.wait();
    });
    unusable.wait();
    unusable.dispose();
    assert.equal(calls, 1);
  });

  it('is told by nobody where its parent is not there either', () => {
    const nowhere = new FolderArrival(path.join(home, 'none', 'sessions'), () => (calls += 1));
    nowhere.wait();
    nowhere.dispose();
    assert.equal(calls, 0);
  });
});
