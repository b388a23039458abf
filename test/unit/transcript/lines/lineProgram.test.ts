import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { compiledLines } from '../../../support/build/compiledLines';
import { projectRoot } from '../../../support/editor/paths';

describe('The program that reads lines', () => {
  it('is what its source compiles to', async function () {
    this.timeout(60_000);
    const kept = path.join(projectRoot, 'src/extension/transcript/lines/lineProgram.ts');
    assert.equal(
      fs.readFileSync(kept, 'utf8'),
      await compiledLines(),
      'npm run lines was not run after a change of src/lineProgram',
    );
  });
});
