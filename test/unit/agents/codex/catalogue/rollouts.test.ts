import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { codexTranscripts } from '../../../../../src/extension/agents/codex/transcripts';
import type { FoundFile } from '../../../../../src/extension/agents/transcripts/files';
import { silentLog } from '../../../../../src/extension/util/log';
import { runToEnd } from '../../../../support/runToEnd';
import { codexRecording } from '../../../../support/agents/codexRecordings';
import { removeHome, tempHome } from '../../../../support/hub/tempHome';
import { until } from '../../../../support/until';

const root = '01a21914-8432-7e50-ba9f-d5084ce929c3';
const alpha = '01a21914-86e7-7ee2-9811-57eafbdc1496';
const beta = '01a21914-8770-7b21-b694-d911e94a62a9';

describe('The transcripts in the folder of Codex', () => {
  let home = '';
  beforeEach(async () => {
    home = await tempHome();
  });
  afterEach(() => removeHome(home));

  const record = (scenario: string): void =>
    fs.cpSync(codexRecording(scenario), home, { recursive: true });
  const find = (wanted?: readonly string[]): readonly FoundFile[] =>
    runToEnd(codexTranscripts(home).find(assert.fail, wanted && new Set(wanted)));
  const kinds = (files: readonly FoundFile[]): readonly unknown[] =>
    files.map(({ kind }) => [kind.kind, kind.sessionId, 'agentId' in kind ? kind.agentId : '']);

  it('are sessions and their subagents, according to their first lines', () => {
    record('subagents');
    const found = find();
    assert.deepEqual(kinds(found), [
      ['session', root, ''],
      ['subagent', root, alpha],
      ['subagent', root, beta],
    ]);
    const transcripts = codexTranscripts(home);
    assert.deepEqual(
      found.map(({ path: file }) => transcripts.classify(file)),
      found.map(({ kind }) => kind),
    );
    const [own, child] = found;
    assert.equal(transcripts.sessionTranscriptOf(child?.path ?? '', root), own?.path);
    assert.equal(transcripts.sessionIds?.get(child?.path ?? ''), root);
  });

  it('are found for wanted sessions alone, with their subagents', () => {
    record('subagents');
    record('basics');
    assert.equal(find().length, 4);
    assert.equal(find([root]).length, 3);
    assert.equal(find([]).length, 0);
  });

  it('are found in steps, however many one day has', () => {
    const day = path.join(home, 'sessions', '2026', '11', '26');
    fs.mkdirSync(day, { recursive: true });
    for (let index = 0; index < 300; index += 1) {
      const id = `${root.slice(0, -3)}${100 + index}`;
      fs.writeFileSync(path.join(day, `rollout-2026-11-26T18-18-24-${id}.jsonl`), '');
    }
    let steps = 0;
    const search = codexTranscripts(home).find(assert.fail);
    while (search.next().done !== true) steps += 1;
    assert.ok(steps > 4, String(steps));
  });

  it('are those of archived sessions, too', () => {
    record('compact');
    const [first, ...others] = find().toSorted((a, b) => a.path.localeCompare(b.path));
    assert.equal(path.basename(path.dirname(first?.path ?? '')), 'archived_sessions');
    assert.equal(others.length, 2);
  });

  it('are not those of the automatic reviewer, and no other files', () => {
    record('basics');
    const [session] = find();
    assert.ok(session);
    const [line = ''] = fs.readFileSync(session.path, 'utf8').split('\n');
    const meta = JSON.parse(line) as { readonly payload: object };
    const source = { subagent: { other: 'guardian' } };
    const payload = { ...meta.payload, source, thread_source: 'guardian_review' };
    const name = path.basename(session.path).replace(/.{12}\.jsonl$/u, '000000000000.jsonl');
    const file = path.join(path.dirname(session.path), name);
    fs.writeFileSync(file, `${JSON.stringify({ ...meta, payload })}\n`);
    fs.writeFileSync(path.join(path.dirname(session.path), 'notes.jsonl'), line);
    assert.equal(find().length, 1);
    const transcripts = codexTranscripts(home);
    assert.equal(transcripts.classify(file), undefined);
    assert.equal(transcripts.classify(path.join(home, path.basename(session.path))), undefined);
  });

  it('are classified by a first line with long instructions, once it is complete', () => {
    record('basics');
    const [session] = find();
    assert.ok(session);
    const [first = ''] = fs.readFileSync(session.path, 'utf8').split('\n');
    const meta = JSON.parse(first) as { readonly payload: object };
    const payload = { ...meta.payload, base_instructions: 'x'.repeat(200_000) };
    const name = path.basename(session.path).replace(/.{12}\.jsonl$/u, '111111111111.jsonl');
    const file = path.join(path.dirname(session.path), name);
    fs.writeFileSync(file, JSON.stringify({ ...meta, payload }));
    assert.equal(codexTranscripts(home).classify(file), undefined);
    fs.appendFileSync(file, '\n');
    assert.equal(codexTranscripts(home).classify(file)?.kind, 'session');
  });

  it('are reported when they appear and grow, in the folder of a new day too', async () => {
    const changed = new Set<string>();
    const watch = codexTranscripts(home).watch((file) => changed.add(file), silentLog);
    watch.start();
    record('basics');
    const [session] = await until(find, (files) => assert.equal(files.length, 1));
    const isChanged = (file: string): Promise<unknown> =>
      until(
        () => [...changed],
        (files) => assert.ok(files.includes(file)),
      );
    await isChanged(session?.path ?? '');
    const day = path.join(home, 'sessions', '2027', '01', '02');
    fs.mkdirSync(day, { recursive: true });
    const next = path.join(day, path.basename(session?.path ?? ''));
    fs.copyFileSync(session?.path ?? '', next);
    await isChanged(next);
    changed.clear();
    fs.appendFileSync(next, '{}\n');
    await isChanged(next);
    watch.dispose();
  });
});
