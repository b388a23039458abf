import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { UsageCounter, UsageFile } from '../../../../src/extension/hub/reading/usage/usageCounter';
import { UsageLedger } from '../../../../src/extension/hub/reading/usage/usageLedger';
import { parseTranscriptEntry } from '../../../../src/extension/agents/claude/entry/parseEntry';
import {
  newFold,
  withEntry,
  type FoldSubject,
  type TranscriptFold,
} from '../../../../src/extension/transcript/fold/fold';
import { foldLines } from '../../../../src/extension/transcript/fold/foldLines';
import { foldFile } from '../../../../src/extension/transcript/fold/foldCache';
import { FileCache } from '../../../../src/extension/util/files/fileCache';
import { PrivateFolder } from '../../../../src/extension/util/files/privateFolder';
import { Slices } from '../../../../src/extension/util/thread/slices';
import { WalkBuffer } from '../../../../src/extension/transcript/lines/lineWalk';
import { runToEnd } from '../../../support/runToEnd';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { factLines } from '../../../support/readings/reading';
import { serialize } from '../../../support/readings/serialize';
import { kindOf, transcriptSets } from '../../../support/readings/transcriptSets';
import { agentOf } from '../../../../src/extension/agents/transcripts/files';
import { claudeFormat } from '../../../../src/extension/agents/claude/transcripts';

const shared = new WalkBuffer();

/** The folds after a round trip through the cache, as the next hub reads them. */
async function throughCache(
  home: string,
  folds: readonly TranscriptFold[],
): Promise<readonly TranscriptFold[]> {
  const cache = new FileCache(new PrivateFolder(path.join(home, 'cache')), new Slices(), foldFile);
  const stamp = { dev: 1, ino: 2, size: 3, mtimeMs: 4 };
  await cache.save(
    folds.map((reading, index) => ({
      path: `/${index}`,
      stamp,
      place: undefined,
      reading,
      meta: undefined,
    })),
  );
  return [...(await cache.load()).values()].map(({ reading }) => reading);
}

/** Distance, in lines, of the splits after which all the rest is read. */
const wholeEach = 10;

function readPart(
  of: FoldSubject,
  before: TranscriptFold,
  from: number,
  to = fs.statSync(of.path).size,
): TranscriptFold {
  const file = fs.openSync(of.path, 'r');
  try {
    return runToEnd(foldLines({ file, shared }, { ...of, format: claudeFormat }, before, from, to))
      .reading;
  } finally {
    fs.closeSync(file);
  }
}

function withText(fold: TranscriptFold, of: FoldSubject, text: string): TranscriptFold {
  const parsed = parseTranscriptEntry(text);
  return parsed === undefined ? fold : withEntry(fold, of, parsed);
}

describe('A transcript that is read in two parts', () => {
  let home = '';
  beforeEach(async () => (home = await tempHome()));
  afterEach(() => removeHome(home));

  for (const { name, files } of transcriptSets()) {
    it(`has the facts of one reading, wherever it was kept in between: ${name}`, async () => {
      for (const [file, lines] of files) {
        const kind = kindOf(file);
        const agentId = agentOf(kind);
        const of = { path: path.join(home, 'one.jsonl'), sessionId: kind.sessionId, agentId };
        fs.writeFileSync(of.path, lines.map((line) => `${line}\n`).join(''));
        const folds = [newFold(of)];
        for (const line of lines) folds.push(withText(folds.at(-1) ?? newFold(of), of, line));
        const whole = factLines(folds.at(-1) ?? newFold(of));
        let from = 0;
        for (const [index, before] of (await throughCache(home, folds)).entries()) {
          const to = from + Buffer.byteLength(lines[index] ?? '') + 1;
          // A fold that equals the one of a whole reading after one line reads the rest as that does.
          const isEqual =
            index % wholeEach > 0 &&
            index < lines.length &&
            serialize(readPart(of, before, from, to)) === serialize(folds[index + 1]);
          if (!isEqual) {
            const rest = factLines(readPart(of, before, from));
            assert.deepEqual(rest, whole, `${file} from line ${index}`);
          }
          from = to;
        }
      }
    });

    it(`is counted once, wherever the counting stopped, also within a line: ${name}`, () => {
      for (const [file, lines] of files) {
        const text = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const one = path.join(home, 'one.jsonl');
        const counted = (parts: readonly Buffer[]): unknown => {
          const ledger = new UsageLedger();
          const counter = new UsageCounter(ledger, shared);
          const usage = new UsageFile(
            one,
            ledger.source(kindOf(file).sessionId, undefined),
            claudeFormat,
          );
          fs.rmSync(one, { force: true });
          for (const part of parts) {
            fs.appendFileSync(one, part);
            runToEnd(counter.read(usage));
          }
          return ledger.takeChanges();
        };
        const whole = counted([text]);
        const step = Math.ceil(text.length / 12);
        for (let cut = step; cut < text.length; cut += step) {
          const parts = [text.subarray(0, cut), text.subarray(cut)];
          assert.deepEqual(counted(parts), whole, `${file} cut at byte ${cut}`);
        }
      }
    });
  }
});
