import assert from 'node:assert/strict';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { errorAnswerSchema } from '../../../../src/shared/protocol/errorAnswer';
import {
  historyEntrySchema,
  historySchema,
  type HistoryPage,
  type TextHit,
} from '../../../../src/shared/protocol/history';
import { routes } from '../../../../src/shared/protocol/protocol';
import { aHook } from '../../../support/hub/hooks';
import { TestHub } from '../../../support/hub/testHub';
import { TextReader } from '../../../support/hub/wire/textReader';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { TranscriptFile } from '../../../support/hub/transcriptFile';
import { until } from '../../../support/until';

describe('The past, asked of the hub', function () {
  this.timeout(60_000);
  let home = '';
  let hub: TestHub;
  const readers: TextReader[] = [];
  before(async () => {
    home = await tempHome();
    for (const [index, word] of ['login', 'parser', 'deploy'].entries()) {
      const file = path.join(home, 'projects', '-home-dev-shop', `session-${word}.jsonl`);
      const transcript = new TranscriptFile(`session-${word}`, file, Date.UTC(2026, 2, index + 1));
      await transcript.write(
        transcript.prompt(`Work on the ${word}`),
        transcript.answer(`The ${word} needs a needle`, `msg_${word}`, { output: 1_000_000 }),
      );
    }
    hub = await TestHub.start(home);
    await hub.running.complete;
  });
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });
  after(async () => {
    await hub.close();
    await removeHome(home);
  });

  async function ask(parameters: Readonly<Record<string, string>>): Promise<HistoryPage> {
    return until(
      async () => {
        const answer = await hub.call(
          `${routes.history}?${String(new URLSearchParams(parameters))}`,
        );
        assert.equal(answer.status, 200, answer.text);
        return historySchema.parse(JSON.parse(answer.text));
      },
      ({ complete }) => assert.ok(complete),
    );
  }
  function askText(parameters: Readonly<Record<string, string>>): TextReader {
    const query = String(new URLSearchParams(parameters));
    const reader = new TextReader(`${hub.url}${routes.historyText}?${query}`, hub.running.token);
    readers.push(reader);
    return reader;
  }
  const ids = ({ sessions }: HistoryPage): readonly string[] =>
    sessions.map(({ sessionId }) => sessionId);

  it('is answered with every session, the latest first', async () => {
    assert.deepEqual(ids(await ask({})), ['session-deploy', 'session-parser', 'session-login']);
  });

  it('is answered up to a limit, with the number of all', async () => {
    const answer = await ask({ limit: '1' });
    assert.deepEqual([ids(answer), answer.total], [['session-deploy'], 3]);
  });

  it('is answered with what has the tokens', async () => {
    assert.deepEqual(ids(await ask({ tokens: 'pr:41' })), []);
    assert.deepEqual(ids(await ask({ tokens: 'branch:main', query: 'parser' })), [
      'session-parser',
    ]);
  });

  it('is answered with what matches, and with what it cost', async () => {
    const answer = await ask({ query: 'PARSER shop' });
    assert.deepEqual(ids(answer), ['session-parser']);
    assert.deepEqual(answer.sessions[0]?.cost, { totalUsd: 15.00003, estimated: false });
  });

  it('is answered with one session by its id', async () => {
    const answer = await hub.call(`${routes.history}/session-parser`);
    const { sessionId, title, cost } = historyEntrySchema.parse(JSON.parse(answer.text));
    assert.deepEqual([sessionId, title], ['session-parser', 'Work on the parser']);
    assert.ok(cost);
  });

  it('knows a session that began a moment ago', async () => {
    const transcript = TranscriptFile.of(home, 'session-new');
    await transcript.write(transcript.prompt('Something brandnew'));
    await until(
      () => ask({ query: 'brandnew' }),
      (answer) => assert.deepEqual(ids(answer), ['session-new']),
    );
  });

  it('is searched in its texts, and told hit by hit to an end', async () => {
    const events = await askText({ query: 'needle deploy' }).all();
    const hits = events.flatMap((event) => (event.type === 'hit' ? [event.data] : []));
    const [hit] = hits as [TextHit];
    assert.equal(hits.length, 1);
    assert.deepEqual(
      [hit.session.sessionId, hit.speaker, hit.excerpt, hit.quote],
      ['session-deploy', 'Claude', 'The deploy needs a needle', 'deploy needs a needle'],
    );
    assert.deepEqual(events.at(-1), { type: 'end', data: { more: false } });
  });

  it('is searched up to a limit, and says that there is more', async () => {
    const events = await askText({ query: 'needle', limit: '2' }).all();
    assert.deepEqual(
      events.map(({ type }) => type).filter((type) => type !== 'progress'),
      ['hit', 'hit', 'end'],
    );
    assert.deepEqual(events.at(-1)?.data, { more: true });
  });

  it('answers hooks in the middle of a search', async () => {
    const big = TranscriptFile.of(home, 'session-big');
    // Every line is a candidate, and none matches.
    const line = JSON.stringify(big.answer('x'.repeat(100_000))).replace('"text"', '"usage notes"');
    await big.write(...Array.from({ length: 200 }, () => line));
    const search = askText({ query: 'usage notes' });
    await until(
      () => search.status,
      (status) => assert.equal(status, 200),
    );
    for (let index = 0; index < 20; index += 1) {
      assert.equal((await hub.hook(aHook('SessionEnd', { session_id: 'other' }))).status, 204);
    }
    assert.deepEqual((await search.all()).at(-1), { type: 'end', data: { more: false } });
  });

  for (const [title, route, status, slug] of [
    ['a query of 201 characters', `${routes.history}?query=${'x'.repeat(201)}`, 400, 'bad_shape'],
    ['no limit at all', `${routes.history}?limit=0`, 400, 'bad_shape'],
    ['a limit of 1001', `${routes.history}?limit=1001`, 400, 'bad_shape'],
    ['a limit that is no number', `${routes.history}?limit=ten`, 400, 'bad_shape'],
    ['half a session as limit', `${routes.history}?limit=1.5`, 400, 'bad_shape'],
    ['a text search without a query', routes.historyText, 400, 'bad_shape'],
    [
      'a text search of 201 characters',
      `${routes.historyText}?query=${'x'.repeat(201)}`,
      400,
      'bad_shape',
    ],
    ['an id that no session has', `${routes.history}/other`, 404, 'no_such_session'],
    ['an id that leads elsewhere', `${routes.history}/..%2Fsession-login`, 404, 'no_such_session'],
    ['a path below', `${routes.history}/other/more`, 404, 'no_such_route'],
  ] as const) {
    it(`with ${title} is refused`, async () => {
      const answer = await hub.call(route);
      assert.equal(answer.status, status);
      assert.equal(errorAnswerSchema.parse(JSON.parse(answer.text)).error, slug);
    });
  }

  for (const route of [routes.history, `${routes.historyText}?query=needle`]) {
    it(`is told to nobody without the token, at ${route}`, async () => {
      const answer = await hub.call(route, { headers: { authorization: 'Bearer 00' } });
      assert.deepEqual([answer.status, answer.text.includes('session-')], [401, false]);
    });
    it(`is not told to another web page, at ${route}`, async () => {
      const answer = await hub.call(route, { headers: { origin: 'https://a.example' } });
      assert.equal(answer.status, 403);
    });
    it(`takes no other method, at ${route}`, async () => {
      assert.equal((await hub.call(route, { method: 'POST' })).status, 405);
    });
  }

  it('is answered whatever is asked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (query) => {
        const parameters = String(new URLSearchParams({ query }));
        const { status } = await hub.call(`${routes.history}?${parameters}`);
        assert.ok(status === 200 || (query.length > 200 && status === 400), String(status));
      }),
      { numRuns: 60 },
    );
  });
});
