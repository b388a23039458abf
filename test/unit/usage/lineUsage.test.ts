import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseTranscriptEntry } from '../../../src/extension/transcript/entry/transcriptEntry';
import { lineKind, type LineRow } from '../../../src/extension/transcript/lines/lineRow';
import { createLineScan } from '../../../src/extension/transcript/lines/lineFinder';
import { MessageOfRow } from '../../../src/extension/hub/usage/messageOfRow';
import { idHash, Names } from '../../../src/extension/hub/usage/usageRows';
import { drained } from '../../support/drained';

/** Keys and texts that a search for bytes might take for what it looks for. */
const traps = [
  '"usage":{"input_tokens":7}',
  '"stop_sequence":null,"usage":{"output_tokens":9}}',
  '{"parentUuid":null,"type":"assistant"',
  '\\"type\\":\\"assistant\\"',
  '\\',
  'ü€𝄞',
  '}]}',
];
/** One in ten is something else. */
function mostly<Usual, Odd>(usual: fc.Arbitrary<Usual>, ...odd: Odd[]): fc.Arbitrary<Usual | Odd> {
  return fc.oneof({ weight: 9, arbitrary: usual }, fc.constantFrom(...odd));
}

const text = fc.oneof(fc.string(), fc.constantFrom(...traps));
const count = fc.oneof(
  { weight: 60, arbitrary: fc.nat(1e6) },
  fc.constantFrom<unknown>(null, 1.5, -3, 1e21, '12', undefined),
);
const usage = fc.record(
  {
    input_tokens: count,
    output_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
    cache_creation: fc.oneof(fc.record({ ephemeral_1h_input_tokens: count }), fc.constant(null)),
    server_tool_use: fc.record({ web_search_requests: count, more: fc.jsonValue() }),
    speed: fc.constantFrom('standard', 'fast', null),
    inference_geo: fc.constantFrom('', 'us', 'eu'),
    iterations: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({
    type: fc.constant('tool_use'),
    input: fc.record({
      usage: fc.record({ input_tokens: count }),
      stop_sequence: fc.constant(null),
    }),
  }),
);
const message = fc.record({
  model: mostly(fc.constantFrom('claude-sonnet-4-5', 'claude-opus-5'), '<synthetic>', 'modèle'),
  id: fc.oneof({ weight: 9, arbitrary: fc.constantFrom('msg_1', 'msg_2') }, text),
  type: fc.constant('message'),
  role: mostly(fc.constant('assistant'), 'user'),
  content: fc.oneof({ weight: 9, arbitrary: fc.array(block, { maxLength: 3 }) }, text),
  stop_reason: fc.constantFrom('end_turn', null),
  stop_sequence: mostly(fc.constant(null), 'x'),
  usage,
  more: fc.option(fc.jsonValue(), { nil: undefined }),
});
const lineWith = (ownerFirst: boolean) =>
  fc.record(
    {
      parentUuid: fc.constantFrom(null, 'a'),
      isSidechain: fc.boolean(),
      cwd: text,
      ...(ownerFirst && { session_id: text }),
      message,
      requestId: text,
      type: mostly(fc.constant('assistant'), 'user'),
      timestamp: mostly(fc.constant('2026-06-10T12:00:00.123Z'), '2026-06-10T12:00:00Z', 'soon'),
      ...(!ownerFirst && { session_id: text }),
      sessionId: text,
      toolUseResult: fc.record({ usage }),
    },
    { requiredKeys: ['parentUuid', 'message', 'type', 'timestamp'] },
  );
const line = fc.oneof(lineWith(false), lineWith(true));
/** As the client writes it, or with its keys in any order, or with spaces in it, or cut off, or two in one. */
const written = fc.oneof(
  { weight: 8, arbitrary: line.map((one) => JSON.stringify(one)) },
  fc.tuple(line, fc.infiniteStream(fc.nat())).map(([one, order]) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(one)
          .map((entry) => ({ entry, place: order.next().value as number }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ entry }) => entry),
      ),
    ),
  ),
  line.map((one) => JSON.stringify(one, undefined, 1).replaceAll('\n', ' ')),
  fc.tuple(line, fc.nat(400)).map(([one, cut]) => JSON.stringify(one).slice(0, -cut - 1)),
  fc
    .tuple(line, line, fc.nat(400))
    .map(([one, next, cut]) => JSON.stringify(one).slice(0, -cut - 1) + JSON.stringify(next)),
);

type Found = 'unsure' | 'nothing' | { readonly [key: string]: unknown };

const scan = createLineScan(1024);

/** What the bytes of each line tell. */
function found(lines: readonly string[]): readonly Found[] {
  const [models, owners] = [new Names(), new Names()];
  const message = new MessageOfRow(models, owners);
  const buffer = Buffer.from(lines.map((one) => `${one}\n`).join(''));
  scan.grow(buffer.length);
  scan.begin();
  buffer.copy(scan.bytes, scan.from);
  const told = new Map<number, Found>();
  const bounds = { start: scan.from, search: scan.from, to: scan.from + buffer.length };
  const onRow = (row: LineRow): void => {
    if (row.kind === lineKind.unsure) {
      told.set(row.start, 'unsure');
      return;
    }
    const { hash, usage, at, model, owner } = message.of(row);
    const names = { model: models.name(model), owner: owners.name(owner) };
    told.set(row.start, { hash: { ...hash }, usage: { ...usage }, at, ...names });
  };
  const behind = drained(scan.scan(bounds, 1e6, 'usage', onRow));
  assert.equal(behind, bounds.to);
  let start = scan.from;
  return lines.map((one) => {
    const before = start;
    start += Buffer.byteLength(one) + 1;
    return told.get(before) ?? 'nothing';
  });
}

/** Holds what is read of each line's bytes against what parsing it tells; returns how many told something. */
function assertAsParsed(lines: readonly string[]): number {
  let last: unknown;
  let messages = 0;
  for (const [index, read] of found(lines).entries()) {
    const record = parseTranscriptEntry(lines[index] ?? '')?.usage;
    if (read === 'unsure') continue;
    const told = record && {
      hash: idHash(record?.messageId ?? ''),
      usage: record.usage,
      at: record.at,
      model: record.model,
      owner: record.ownerSessionId ?? '',
    };
    if (read === 'nothing') {
      // Nothing is told twice.
      if (told !== undefined) assert.deepEqual([told.hash, told.usage], last);
      continue;
    }
    messages += 1;
    last = [read['hash'], read['usage']];
    assert.deepEqual(read, told);
  }
  return messages;
}

/** A line as the newest client writes it. */
const usual = {
  parentUuid: '8b1f3c1e-0f27-4d2f-9a5c-3f9a3c0e1d11',
  isSidechain: false,
  message: {
    id: 'msg_01AokJwZ22OifahVkjQy3pPG',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5',
    content: [{ type: 'text', text: 'Done.' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: 5,
      cache_creation_input_tokens: 1_132,
      cache_read_input_tokens: 18_541,
      output_tokens: 270,
      server_tool_use: { web_search_requests: 2, web_fetch_requests: 0 },
      cache_creation: { ephemeral_1h_input_tokens: 1_000, ephemeral_5m_input_tokens: 132 },
      inference_geo: '',
      iterations: [],
      speed: 'standard',
    },
  },
  apiBlockIndex: 0,
  requestId: 'req_01rD5vNieFCuLeavFJg3tIBR',
  type: 'assistant',
  uuid: '43891bbb-a39a-41d7-8c9c-e8f347e19aab',
  timestamp: '2026-06-10T12:00:00.123Z',
  session_id: 'ca72aeb0-42f7-439a-bb16-40cb1c58db20',
  cwd: '/home/dev/shop',
  gitBranch: 'main',
};

/** What may stand at any place of such a line, beside what usually does. */
const odd = fc.oneof(
  { weight: 3, arbitrary: count },
  text,
  fc.constantFrom<unknown>(
    null,
    4_294_967_296,
    '',
    'us',
    'fast',
    '<synthetic>',
    true,
    {},
    [],
    [usual.message.usage],
  ),
  fc.constantFrom('2026-06-11T23:59:59.999Z', '8b1f3c1e-0f27-4d2f-9a5c-3f9a3c0e1d12'),
);
const keysOf = (value: object, above: readonly string[] = []): (readonly string[])[] =>
  Object.entries(value).flatMap(([key, inner]: [string, unknown]) => [
    [...above, key],
    ...(typeof inner === 'object' && inner !== null ? keysOf(inner, [...above, key]) : []),
  ]);
interface Change {
  readonly place: readonly string[];
  readonly how: string;
  readonly value: unknown;
}
const change: fc.Arbitrary<Change> = fc.record({
  place: fc.constantFrom(...keysOf(usual)),
  how: fc.constantFrom('is', 'is', 'is', 'goes', 'has a neighbour', 'has a tail'),
  value: odd,
});

/** Changes nothing. */
const same = { place: ['gitBranch'], how: 'is', value: 'main' } as const;

/** The usual line, with other counts and with one thing changed. */
function changed(counts: readonly number[], { place, how, value }: Change): string {
  const copy = structuredClone(usual);
  [
    copy.message.usage.input_tokens = 0,
    copy.message.usage.output_tokens = 0,
    copy.message.usage.cache_read_input_tokens = 0,
  ] = counts;
  copy.message.id = `msg_${counts.join('x')}`;
  let inner = copy as unknown as Record<string, unknown>;
  for (const key of place.slice(0, -1)) inner = inner[key] as Record<string, unknown>;
  const [key = ''] = place.slice(-1);
  if (how === 'is') inner[key] = value;
  else if (how === 'goes') delete inner[key];
  else inner[`${key}_more`] = value;
  return JSON.stringify(copy) + (how === 'has a tail' ? '}' : '');
}

describe('The usage in the bytes of a line', () => {
  it('is what parsing the line tells, or left to be parsed', () => {
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 5 }), (lines) => {
        assertAsParsed(lines);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is that of a line which is written as those before it but for one thing', () => {
    const counts = fc.array(fc.nat(1e6), { minLength: 3, maxLength: 3 });
    const lines = fc.array(
      fc.oneof(
        counts.map((some) => changed(some, same)),
        fc.tuple(counts, change).map(([some, one]) => changed(some, one)),
      ),
      { minLength: 2, maxLength: 12 },
    );
    let messages = 0;
    fc.assert(
      fc.property(lines, (some) => {
        messages += assertAsParsed(some);
      }),
      { numRuns: 1_000 },
    );
    assert.ok(messages > 3_000, `${messages} lines were read without parsing`);
  });

  it('is read without parsing in whatever order lines of different forms come', () => {
    const { message, ...rest } = usual;
    const withUsage = (usage: object): object => ({
      ...usual,
      message: { ...message, usage: { ...message.usage, ...usage } },
    });
    const owned = (session_id: string): object => {
      const { parentUuid, session_id: _owner, ...others } = rest;
      return { parentUuid, session_id, message, ...others };
    };
    const forms = [
      usual,
      withUsage({ speed: 'fast' }),
      withUsage({ inference_geo: 'us' }),
      withUsage({ cache_creation: null, output_tokens: null }),
      withUsage({ input_tokens: 0xffff_ffff }),
      { ...usual, message: { ...message, model: 'claude-haiku-4-5' } },
      owned('one'),
      owned('another'),
    ];
    const lines: string[] = [];
    for (let step = 0; step < forms.length * forms.length; step += 1) {
      // Each form comes after each other one.
      const form = forms[(step * (1 + Math.floor(step / forms.length))) % forms.length];
      lines.push(JSON.stringify(form).replace(message.id, `msg_${step}`));
    }
    assert.equal(assertAsParsed(lines), lines.length);
    // More than a row holds, and an owner that is none.
    const parsed = [
      withUsage({ input_tokens: 0x1_0000_0000 }),
      { ...rest, session_id: 12_345, message },
      { parentUuid: null, session_id: null, message, type: 'assistant' },
    ];
    for (const one of parsed) assert.equal(assertAsParsed([JSON.stringify(one)]), 0);
  });

  it('is read without parsing where the client writes it', () => {
    const usage = { input_tokens: 4, output_tokens: 87, speed: 'standard' };
    const content = [{ type: 'text', text: 'Done.' }];
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-opus-5' };
    const one = {
      parentUuid: null,
      isSidechain: false,
      message: { ...message, content, stop_reason: 'end_turn', stop_sequence: null, usage },
      requestId: 'r',
      type: 'assistant',
      timestamp: '2026-06-10T12:00:00.123Z',
      session_id: 's',
    };
    const [first, second] = found([JSON.stringify(one), JSON.stringify(one)]);
    assert.ok(typeof first === 'object');
    assert.equal(first['at'], Date.UTC(2026, 5, 10, 12) + 123);
    assert.deepEqual(first['usage'], {
      input: 4,
      output: 87,
      cacheRead: 0,
      cacheWrite5m: 0,
      cacheWrite1h: 0,
      webSearches: 0,
      fast: false,
      usOnly: false,
    });
    assert.equal(second, 'nothing');
  });

  it('is told by the first line that has a real model, and by no line that says something twice', () => {
    const { message, ...rest } = usual;
    const made = { ...usual, message: { ...message, model: '<synthetic>' } };
    assert.equal(assertAsParsed([JSON.stringify(made), JSON.stringify(usual)]), 1);
    const other = JSON.stringify({ ...message, id: 'msg_2' });
    const parsed = [
      JSON.stringify(usual).replace(/\}$/u, `,"message":${other}}`),
      JSON.stringify({
        parentUuid: rest.parentUuid,
        message,
        type: rest.type,
        timestamp: rest.timestamp,
        isSidechain: true,
      }),
    ];
    for (const line of parsed) assert.deepEqual(found([line]), ['unsure']);
  });
});
