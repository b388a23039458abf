import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { WalkBuffer } from '../../../src/extension/hub/ingest/lineWalk';
import { forEachRow, RowLog } from '../../../src/extension/hub/lines/rowLog';
import { carryOut } from '../../../src/extension/hub/scan/helperTask';
import { RowCounter } from '../../../src/extension/hub/usage/rowCounter';
import { UsageLedger } from '../../../src/extension/hub/usage/usageLedger';
import { clientLine } from '../../support/clientLine';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TranscriptFile } from '../../support/hub/transcriptFile';

describe('The task of a helper', () => {
  let home: string;
  beforeEach(async () => (home = await tempHome()));
  afterEach(() => removeHome(home));

  it('tells files apart that are as before, grown, replaced and missing', async () => {
    const transcript = (name: string): TranscriptFile => TranscriptFile.of(home, name);
    const [grown, replaced] = [transcript('grown'), transcript('replaced')];
    for (const one of [grown, replaced]) {
      await one.write(one.answer('Done.', `msg_${one.sessionId}`, { output: 1 }));
    }
    const fresh = { place: undefined };
    const asked = [grown, replaced].map(({ file }) => ({ path: file, ...fresh }));
    const log = new RowLog();
    const before = carryOut(asked, new WalkBuffer(), log);
    assert.deepEqual(
      before.files.map(({ rows }) => rows),
      [1, 1],
    );
    await grown.write(grown.answer('Done.', 'msg_more', { output: 2 }));
    fs.rmSync(replaced.file);
    await replaced.write(replaced.answer('Done.', 'msg_other', { output: 4 }));
    const missing = { path: transcript('missing').file, ...fresh };
    const again = asked.map((file, index) => ({
      ...file,
      place: before.files[index]?.place,
    }));
    const report = carryOut([...again, missing], new WalkBuffer(), log);
    assert.deepEqual(
      report.files.map(({ place, isReplaced, rows }) => [place !== undefined, isReplaced, rows]),
      [
        [true, false, 1],
        [true, true, 1],
        [false, false, 0],
      ],
    );
    const ledger = new UsageLedger();
    const counter = new RowCounter(ledger);
    const sources = ['grown', 'replaced'].map((name) => ledger.source(name, undefined));
    forEachRow(report.logged, (row, index) => counter.count(sources[index] ?? -1, row));
    const outputs = ledger.takeChanges().map(({ sessionId, total }) => [sessionId, total.output]);
    assert.deepEqual(Object.fromEntries(outputs), { grown: 2, replaced: 4 });
  });

  it('hands over rows in whatever number, and those of some files alone', async () => {
    const names = ['claude-opus-4-1', 'claude-haiku-4-5'] as const;
    const files = await Promise.all(
      names.map(async (model) => {
        const one = TranscriptFile.of(home, model);
        const ids = Array.from({ length: 600 }, (_, n) => `msg_${model}_${n}`);
        await one.write(...ids.map((id) => clientLine(id, model, 'Done.')));
        return { path: one.file, place: undefined };
      }),
    );
    const { logged } = carryOut([...files, ...files], new WalkBuffer(), new RowLog());
    const ledger = new UsageLedger();
    const counter = new RowCounter(ledger);
    const [first, last] = [ledger.source('first', undefined), ledger.source('last', undefined)];
    forEachRow(logged, (row, index) => {
      const file = Math.floor(index / 600);
      if (file !== 1 && file !== 2) counter.count(file === 0 ? first : last, row);
    });
    assert.equal(logged.count, 2_400);
    const spent = ['first', 'last'].map((name) => {
      const split = ledger.split(name);
      for (let step = split.next(); ; step = split.next()) {
        if (step.done === true) return step.value.models.map(({ model }) => model);
      }
    });
    assert.deepEqual(spent, [[names[0]], [names[1]]]);
  });
});
