import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import {
  mayHaveOutcome,
  findLastOutcome,
} from '../../../../../src/extension/transcript/signals/outcomes/lastOutcome';
import { projectRoot } from '../../../../support/editor/paths';

interface RecordedCase {
  readonly tool: string;
  readonly name: string;
  readonly command: string;
  readonly exit: number;
  readonly expected: object | null;
}

const folder = path.join(projectRoot, 'test/fixtures/runners');
const read = (file: string): readonly RecordedCase[] =>
  JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as readonly RecordedCase[];
const cases = [...read('cases.json'), ...read('documented.json')];

describe('the outcome of a recorded run', () => {
  for (const { tool, name, command, exit, expected } of cases) {
    it(`is read: ${tool} ${name}`, () => {
      const output = readFileSync(path.join(folder, tool, `${name}.txt`), 'utf8');
      const outcome = findLastOutcome({ command, output, succeeded: exit === 0 });
      assert.deepEqual(outcome ?? null, expected);
      if (expected !== null) assert.ok(mayHaveOutcome(command));
    });
  }

  it('has a case for each fixture', () => {
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name: tool }) =>
        readdirSync(path.join(folder, tool)).map((file) => `${tool}/${file}`),
      );
    const listed = cases.map(({ tool, name }) => `${tool}/${name}.txt`);
    assert.deepEqual(files.sort(), listed.sort());
    assert.ok(existsSync(path.join(folder, 'README.md')));
  });
});
