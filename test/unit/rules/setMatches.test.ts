import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseTranscriptEntries } from '../../../src/extension/agents/claude/entry/parseEntry';
import { agentOf } from '../../../src/extension/agents/transcripts/files';
import { CallMatcher } from '../../../src/extension/hub/rules/callMatcher';
import {
  rereadAndMatch,
  matchEntries,
  noMatches,
  SetRun,
  type SetMatches,
} from '../../../src/extension/hub/rules/setMatches';
import { WalkBuffer } from '../../../src/extension/transcript/lines/lineWalk';
import { runToEnd } from '../../support/runToEnd';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { kindOf, transcriptSets } from '../../support/readings/transcriptSets';
import { claudeFormat } from '../../../src/extension/agents/claude/transcripts';

const shared = new WalkBuffer();
const set = {
  number: 0,
  key: 'all',
  matchers: [
    { kind: 'call', tools: ['*'], input: '"(?<field>\\w+)":' },
    { kind: 'printed', tools: ['*'], output: '(?<word>\\S+)' },
    { kind: 'failed', tools: ['Bash'], command: '^(?<program>\\S+)', ok: false },
  ].map((rule, id) => new CallMatcher({ id, set: 0, name: rule.kind, ...rule })),
};

/** Findings after a round trip through JSON, as the next hub reads them from the cache. */
function afterRestart(matches: SetMatches): SetMatches {
  return JSON.parse(JSON.stringify(matches)) as SetMatches;
}

describe('The calls of a transcript', () => {
  let home = '';
  beforeEach(async () => (home = await tempHome()));
  afterEach(() => removeHome(home));

  for (const { name, files } of transcriptSets()) {
    it(`match the same line by line, each with a restart before it, as in one reading: ${name}`, () => {
      for (const [file, lines] of files) {
        const isSubagent = agentOf(kindOf(file)) !== undefined;
        const one = path.join(home, 'one.jsonl');
        fs.writeFileSync(one, lines.map((line) => `${line}\n`).join(''));
        const descriptor = fs.openSync(one, 'r');
        const stat = fs.fstatSync(descriptor);
        const whole = new SetRun(set, noMatches, isSubagent);
        runToEnd(
          rereadAndMatch({ file: descriptor, stat, shared }, claudeFormat, [whole], 0, stat.size),
        );
        fs.closeSync(descriptor);
        let matches = noMatches;
        for (const line of lines) {
          const run = new SetRun(set, matches, isSubagent);
          runToEnd(matchEntries(parseTranscriptEntries(line), claudeFormat, [run]));
          const offset = matches.offset + Buffer.byteLength(line) + 1;
          matches = afterRestart(run.upTo(offset));
        }
        assert.deepEqual(matches, afterRestart(whole.upTo(stat.size)), file);
      }
    });
  }
});
