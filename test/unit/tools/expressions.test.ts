import assert from 'node:assert/strict';
import {
  expressionsIn,
  projectExpressions,
  type Expression,
} from '../../support/build/expressions';
import { Proofs } from '../../support/build/proofs';

/**
 * Files that create expressions at run time, each with the reason why matching takes linear time.
 * The proof covers only literals; any other file may create none.
 */
const made: ReadonlyMap<string, string> = new Map([
  [
    'src/extension/agents/claude/models/modelName.ts',
    'names of families, numbers of two digits at most',
  ],
  [
    'src/extension/hub/reading/search/bytePattern.ts',
    'letters and choices of letters, none repeated',
  ],
  [
    'src/shared/text/textMarks.ts',
    'runs of one class each; of lines, no more than four are read again',
  ],
  ['src/shared/text/searchWords.ts', 'letters and choices of letters, none repeated'],
]);

/** Unbounded repetition; an expression without it takes at most constant time per position. */
const repeats = /[*+]|\{\d+,\}/;

const proofs = new Proofs();

/** Undefined if every match is proved to take linear time. */
async function fault(one: Expression): Promise<string | undefined> {
  return repeats.test(one.pattern) ? proofs.fault(one) : undefined;
}

describe('the regular expressions of the sources', function () {
  // No timeout: proofs only compute, for about 20 seconds if nothing is proved yet.
  this.timeout(0);
  after(() => proofs.save());
  const { literals, made: makers } = projectExpressions();

  it('take a time in proportion to the text', async () => {
    const faults = [];
    for (const one of literals) faults.push(await fault(one));
    assert.deepEqual(
      faults.filter((one) => one !== undefined),
      [],
    );
    assert.ok(literals.length > 100);
  });

  it('are made at run time only where that is known to be linear', () => {
    assert.deepEqual([...new Set(makers)].sort(), [...made.keys()].sort());
  });
});

describe('an expression', function () {
  this.timeout(0);
  const faultIn = async (source: string): Promise<string> => {
    const [one] = expressionsIn('a.ts', source).literals;
    assert.ok(one);
    return (await fault(one)) ?? 'none';
  };

  it('is refused where a text can make it slow', async () => {
    assert.match(await faultIn('/\\s+$/'), /2nd degree/);
    assert.match(await faultIn('/^(a|a)*$/'), /exponential/);
    assert.match(await faultIn('/<b>\\s*([^<]+?)\\s*<\\/b>/u'), /3rd degree/);
  });

  it('is refused where nothing can be proved', async () => {
    assert.match(await faultIn('/(["\'])a*\\1/'), /unknown/);
  });

  it('is found wherever it is made', () => {
    assert.deepEqual(expressionsIn('a.ts', 'f(/a+/g, RegExp(b), new RegExp(c))').made, [
      'a.ts',
      'a.ts',
    ]);
  });
});
