import assert from 'node:assert/strict';
import { appendFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import type { ReaderItem } from '../../../../src/shared/messages/readerItems';
import type { FromReader, ToReader } from '../../../../src/shared/messages/readerMessages';
import { aHook, sessionId } from '../../../support/hub/hooks';
import { PhoneHub } from '../../../support/phone/phoneHub';
import type { TestPhone } from '../../../support/phone/testPhone';
import { TranscriptLines } from '../../../support/transcript/transcriptLines';
import { until } from '../../../support/until';

/** Maximum size of one message to a phone, in bytes. */
const mostBytes = 300_000;
const otherId = '5e551011-0000-4000-8000-000000000002';

type Told<Type extends ToReader['type']> = Extract<ToReader, { readonly type: Type }>;

const textOf = (lines: readonly unknown[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const spoken = (items: readonly ReaderItem[]): readonly string[] =>
  items.flatMap((item) => (item.kind === 'prompt' || item.kind === 'text' ? [item.text.text] : []));

/** A page of a transcript on a phone, without its screen. */
class Page {
  private requests = 0;

  constructor(
    private readonly phone: TestPhone,
    private readonly target: { readonly sessionId: string; readonly agentId?: string },
  ) {}

  say(message: FromReader): Promise<void> {
    return this.phone.say({ type: 'reader', target: this.target, message });
  }

  received<Type extends ToReader['type']>(type: Type): readonly Told<Type>[] {
    return this.phone.told.flatMap((one) =>
      one.type === 'reader' &&
      one.target.sessionId === this.target.sessionId &&
      one.target.agentId === this.target.agentId &&
      one.message.type === type
        ? [one.message as Told<Type>]
        : [],
    );
  }

  async read(where: 'end' | 'before' | 'after' | 'around', at = 0): Promise<Told<'lines'>> {
    const request = ++this.requests;
    await this.say({ type: 'read', request, where, at });
    const lines = await until(
      () => this.received('lines').find((one) => one.request === request),
      (one) => assert.ok(one, JSON.stringify(this.received('unread'))),
    );
    assert.ok(lines);
    return lines;
  }

  async reason(): Promise<string> {
    const request = ++this.requests;
    await this.say({ type: 'read', request, where: 'end', at: 0 });
    const unread = await until(
      () => this.received('unread').find((one) => one.request === request),
      (one) => assert.ok(one),
    );
    return unread?.reason ?? '';
  }

  waitFor<Type extends ToReader['type']>(type: Type, count = 1): Promise<readonly Told<Type>[]> {
    return until(
      () => this.received(type),
      (all) => assert.ok(all.length >= count, `${all.length} of ${type}`),
    );
  }
}

describe('A transcript on a phone', function () {
  this.timeout(60_000);
  let desk: PhoneHub;
  let phone: TestPhone;
  beforeEach(async () => {
    desk = await PhoneHub.start();
    phone = await desk.phone('watch');
  });
  afterEach(() => desk.dispose());

  const fileOf = (id: string): string =>
    path.join(desk.hub.home, 'projects', 'shop', `${id}.jsonl`);

  /** Puts a session with this transcript on the board. */
  async function session(lines: readonly unknown[], id = sessionId, file = fileOf(id)) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, textOf(lines));
    await known(file, id);
    return file;
  }

  async function known(file: string, id = sessionId): Promise<void> {
    const hook = { session_id: id, transcript_path: file, source: 'startup' };
    assert.equal((await desk.hub.hook(aHook('SessionStart', hook))).status, 204);
    await desk.hub.waitFor(id, ({ transcriptPath }) => assert.equal(transcriptPath, file));
  }

  async function opened(id = sessionId, agentId?: string): Promise<Page> {
    const page = new Page(phone, { sessionId: id, ...(agentId !== undefined && { agentId }) });
    await page.say({ type: 'ready' });
    await page.waitFor('head');
    return page;
  }

  function longLines(): TranscriptLines {
    const lines = new TranscriptLines().prompt('The very first prompt');
    for (let index = 0; index < 160; index += 1) {
      lines.text(`Answer ${index}`);
      lines.tool('Bash', { command: `run ${index}` }, `${'output '.repeat(1_400)}${index}`);
    }
    return lines.prompt('The last prompt').text('The last answer');
  }

  it('begins at its end, and goes back by windows that join', async () => {
    await session(longLines().lines);
    const page = await opened();
    const last = await page.read('end');
    assert.equal(last.to, last.end);
    assert.ok(last.from > last.end / 2, 'only a part is read');
    assert.equal(spoken(last.items).at(-1), 'The last answer');
    const all = [...spoken(last.items)];
    for (let at = last.from; at > 0;) {
      const window = await page.read('before', at);
      assert.equal(window.to, at);
      assert.ok(window.from < at);
      all.unshift(...spoken(window.items));
      at = window.from;
    }
    assert.equal(all[0], 'The very first prompt');
    assert.equal(all.length, 163);
  });

  it('grows while it is open, out of sight only once it is looked at again', async () => {
    const file = await session(longLines().lines);
    const page = await opened();
    const { end } = await page.read('end');
    await appendFile(file, textOf(new TranscriptLines().text('One more').lines));
    const [grew] = await page.waitFor('grew');
    assert.ok(grew !== undefined && grew.end > end);
    assert.deepEqual(spoken((await page.read('after', end)).items), ['One more']);
    await phone.say({ type: 'visible', visible: false });
    await phone.answered();
    await appendFile(file, textOf(new TranscriptLines().text('And one').lines));
    // Read through the same reader, which proves that it has checked the file since.
    const seen = await until(
      () => page.read('after', grew.end),
      ({ items }) => assert.deepEqual(spoken(items), ['And one']),
    );
    assert.equal(page.received('grew').length, 1);
    await phone.say({ type: 'visible', visible: true });
    assert.equal((await page.waitFor('grew', 2)).at(-1)?.end, seen.end);
  });

  it('tells what it is of, finds words and lists its prompts', async () => {
    await session(longLines().lines);
    const page = await opened();
    assert.equal(page.received('head').at(-1)?.head.projectName, 'shop');
    await page.say({ type: 'find', search: 1, text: 'output output', matchCase: false });
    const found = await until(
      () => page.received('found'),
      (all) => assert.equal(all.at(-1)?.done, true),
    );
    assert.equal(found.flatMap(({ places }) => places).length, 160);
    await page.say({ type: 'outline', request: 1, open: true });
    const outlined = await until(
      () => page.received('outlined'),
      (all) => assert.equal(all.at(-1)?.done, true),
    );
    assert.deepEqual(
      outlined.flatMap(({ entries }) => entries.map(({ text }) => text)),
      ['The very first prompt', 'The last prompt'],
    );
  });

  it('fits into small messages whatever stands in it, and loses no line by that', async () => {
    const lines = new TranscriptLines();
    const ids = Array.from({ length: 30 }, (_, index) => index);
    // Each round has 2 MB: its parts and those of the next one need many messages.
    const rounds = ids.slice(0, 5);
    for (const index of rounds) {
      lines.prompt(`Prompt ${index}`);
      lines.text('“ü”'.repeat(60_000));
      lines.tool('mcp__a__b', Object.fromEntries(ids.map((one) => [`f${one}`, '\u{1F600}"'.repeat(2_000)])), 'x'); // prettier-ignore
      const patch = [{ oldStart: 1, newStart: 1, lines: ids.map(() => `+${'ö'.repeat(20_000)}`) }];
      lines.tool('Edit', { file_path: '/a', old_string: 'a', new_string: 'b' }, 'ok', {
        toolUseResult: { structuredPatch: patch },
      });
    }
    const blocks = ids.flatMap(() =>
      ids.map((one) => ({ type: 'text', text: `${one}`.repeat(99) })),
    );
    lines.add('assistant', { message: { role: 'assistant', content: blocks } });
    await session(lines.lines);
    const page = await opened();
    const seen: string[] = [];
    const last = await page.read('end');
    assert.ok(last.items.length > 0 && last.to === last.end);
    let { from } = last;
    while (from > 0) {
      const before = await page.read('before', from);
      assert.ok(before.from < from && before.to === from, 'it gets ahead');
      seen.unshift(...spoken(before.items));
      ({ from } = before);
    }
    const prompts = (texts: readonly string[]) => texts.filter((text) => text.startsWith('Prompt'));
    assert.deepEqual(prompts(seen), rounds.map((index) => `Prompt ${index}`)); // prettier-ignore
    const readOn: string[] = [];
    for (let to = 0; to < last.end;) {
      const after = await page.read('after', to);
      assert.ok(after.to > to && after.from === to, 'it gets ahead');
      readOn.push(...spoken(after.items));
      ({ to } = after);
    }
    assert.deepEqual(prompts(readOn), prompts(seen));
    const middle = await page.read('around', Math.floor(last.end / 2));
    assert.ok(middle.from <= last.end / 2 && middle.to > last.end / 2);
    for (const { at, part } of middle.items) await page.say({ type: 'whole', place: { at, part } });
    await page.say({ type: 'find', search: 1, text: '9', matchCase: false });
    await until(
      () => page.received('found'),
      (all) => assert.equal(all.at(-1)?.done, true),
    );
    assert.ok(page.received('whole').length > 0);
    for (const message of phone.told) {
      const bytes = Buffer.byteLength(JSON.stringify(message));
      assert.ok(bytes <= mostBytes, `${bytes} bytes of ${JSON.stringify(message).slice(0, 120)}`);
    }
  });

  it('tells of hundreds of prompts that only the queue has the last ones, and once', async () => {
    const queued = Array.from({ length: 600 }, (_, index) => {
      return { type: 'queue-operation', operation: 'enqueue', content: `Queued ${index}` };
    });
    const file = await session([...new TranscriptLines().prompt('Begin').lines, ...queued]);
    const page = await opened();
    const [told] = await page.waitFor('overview');
    const { items } = await page.read('end');
    const places = items.flatMap(({ kind, at, part }) => (kind === 'queued' ? [{ at, part }] : []));
    assert.equal(told?.overview.unread.length, 250);
    assert.deepEqual(told?.overview.unread.slice(-20), places.slice(-20));
    await appendFile(file, textOf(new TranscriptLines().text('Begun').lines));
    await page.waitFor('grew');
    await page.read('end');
    await appendFile(file, textOf([queued[0]]));
    const [, next] = await page.waitFor('overview', 2);
    assert.notDeepEqual(next, told);
  });

  it('leaves pictures to the computer', async () => {
    const data = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(9)]);
    const source = { type: 'base64', media_type: 'image/png', data: data.toString('base64') };
    await session(new TranscriptLines().prompt([{ type: 'image', source }]).lines);
    const page = await opened();
    const [item] = (await page.read('end')).items;
    assert.ok(item?.kind === 'prompt' && item.pictures === 1);
    await page.say({ type: 'picture', place: { at: item.at, part: item.part }, index: 0 });
    const [picture] = await page.waitFor('picture');
    assert.equal(picture?.source, undefined);
  });

  it('is a subagent’s, too, which lies beside its session’s', async () => {
    const file = await session(longLines().lines);
    const subagentFile = path.join(file.replace(/\.jsonl$/u, ''), 'subagents', 'agent-a1.jsonl');
    await mkdir(path.dirname(subagentFile), { recursive: true });
    await writeFile(subagentFile, textOf(new TranscriptLines().prompt('Look around').lines));
    const page = await opened(sessionId, 'a1');
    assert.deepEqual(spoken((await page.read('end')).items), ['Look around']);
    const outside = await opened(sessionId, '../../../../../outside');
    assert.match(await outside.reason(), /doesn’t exist/u);
  });

  it('is not read of a session that the board does not have, nor by a path', async () => {
    const file = await session(longLines().lines);
    for (const unknown of [otherId, file, `../shop/${sessionId}`, file.replace(/\.jsonl$/u, '')]) {
      const page = await opened(unknown);
      assert.equal(await page.reason(), 'This session is no longer on the board.');
    }
  });

  it('is not read from outside of the projects folder, neither by a path nor by a link', async () => {
    const foreign = path.join(desk.hub.home, 'foreign.jsonl');
    await writeFile(foreign, textOf(longLines().lines));
    const hook = aHook('SessionStart', { transcript_path: foreign, source: 'startup' });
    assert.equal((await desk.hub.hook(hook, { 'x-claude-entrypoint': 'cli' })).status, 204);
    await desk.hub.waitFor(sessionId, () => undefined);
    assert.match(await (await opened()).reason(), /has no transcript yet/u);
    await session(longLines().lines, otherId);
    await rm(fileOf(otherId));
    await symlink(foreign, fileOf(otherId));
    const linked = await opened(otherId);
    assert.match(await linked.reason(), /outside Claude Code’s folder/u);
    assert.deepEqual(linked.received('lines'), []);
  });

  it('is one at a time: another that opens takes its place', async () => {
    const file = await session(longLines().lines);
    await session(longLines().lines, otherId);
    const page = await opened();
    await page.read('end');
    const other = await opened(otherId);
    const { end } = await other.read('end');
    // A late message of the closed page does not open it again.
    await page.say({ type: 'read', request: 99, where: 'end', at: 0 });
    await appendFile(file, textOf(new TranscriptLines().text('Unheard').lines));
    await appendFile(fileOf(otherId), textOf(new TranscriptLines().text('Heard').lines));
    await other.waitFor('grew');
    assert.deepEqual(spoken((await other.read('after', end)).items), ['Heard']);
    assert.deepEqual(page.received('grew'), []);
    assert.equal(page.received('lines').length, 1);
  });

  it('ends with its page', async () => {
    await session(longLines().lines);
    const page = await opened();
    await page.read('end');
    const group = () =>
      phone
        .pages('update')
        .flatMap(({ changed }) => changed)
        .at(-1)?.agentState.group;
    await desk.hub.hook(aHook('UserPromptSubmit', { prompt: 'Go on' }));
    await until(group, (now) => assert.equal(now, 'autonomous'));
    assert.ok(page.received('head').length > 1, 'it hears of its session');
    await phone.say({ type: 'leaveReader' });
    await page.say({ type: 'ping' });
    await phone.answered();
    const heads = page.received('head').length;
    await desk.hub.hook(aHook('Stop'));
    await until(group, (now) => assert.equal(now, 'needs_you'));
    await phone.answered();
    assert.equal(page.received('head').length, heads);
    assert.deepEqual(page.received('alive'), []);
  });

  it('is read on at once by a phone that comes back, before there is a board', async () => {
    await session(longLines().lines);
    await phone.hangUp();
    await phone.knock();
    const page = await opened();
    assert.equal(spoken((await page.read('end')).items).at(-1), 'The last answer');
  });
});
