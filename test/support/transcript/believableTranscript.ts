import { TranscriptLines } from './transcriptLines';

/** A picture of 2 × 2 pixels. */
export const pngBase64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP8z8Dwn4GBgYGJAQoAHxcCAk+Uzr4AAAAASUVORK5CYII=';

const before = `export async function createOrder(request: Request): Promise<Response> {
  const body = await request.json();
  const order = await orders.insert(body);
  return Response.json(order, { status: 201 });
}
`;

const patch = [
  {
    oldStart: 1,
    oldLines: 5,
    newStart: 1,
    newLines: 9,
    lines: [
      ' export async function createOrder(request: Request): Promise<Response> {',
      '   const body = await request.json();',
      '-  const order = await orders.insert(body);',
      '+  const key = request.headers.get("Idempotency-Key");',
      '+  const known = key === null ? undefined : await orders.byKey(key);',
      '+  if (known !== undefined) return Response.json(known, { status: 200 });',
      '+',
      '+  const order = await orders.insert({ ...body, key });',
      '   return Response.json(order, { status: 201 });',
      ' }',
    ],
  },
];

/** A morning's work with everything that a transcript can show. */
export function believableTranscript(): TranscriptLines {
  return new TranscriptLines()
    .prompt(
      'Make the orders endpoint idempotent.\n\nClients send `Idempotency-Key`; a second POST with the same key must return the first order.',
    )
    .thinking(
      'The handler is in src/orders/create.ts. I should look at how orders are stored and whether there is a unique index on a key column before I change anything.',
    )
    .text('I’ll look at the handler and its tests first.')
    .tool(
      'Read',
      { file_path: '/home/dev/shop/src/orders/create.ts' },
      '1\texport async function',
      {
        toolUseResult: {
          type: 'text',
          file: {
            filePath: '/home/dev/shop/src/orders/create.ts',
            content: before,
            numLines: 6,
            startLine: 1,
            totalLines: 6,
          },
        },
      },
    )
    .tool(
      'Grep',
      { pattern: 'createOrder', path: '/home/dev/shop/src' },
      'src/orders/create.ts\nsrc/orders/routes.ts\ntest/orders.test.ts',
    )
    .tool(
      'Edit',
      {
        file_path: '/home/dev/shop/src/orders/create.ts',
        old_string: '  const order = await orders.insert(body);',
        new_string: '  const key = request.headers.get("Idempotency-Key");',
      },
      'The file has been updated.',
      {
        toolUseResult: {
          filePath: '/home/dev/shop/src/orders/create.ts',
          originalFile: before,
          structuredPatch: patch,
        },
      },
    )
    .tool(
      'Bash',
      { command: 'npm test -- --grep idempotency', description: 'Run the tests' },
      'Exit code 1\n\n  1) orders\n       returns the first order for a repeated key:\n     AssertionError: expected 201 to equal 200\n      at Context.<anonymous> (test/orders.test.ts:48:14)',
      { isError: true },
    )
    .text(
      [
        'The test still gets **201**: the lookup runs before the first insert is committed. Two ways out:',
        '',
        '1. a unique index and `ON CONFLICT DO NOTHING`',
        '2. a lock per key, which is *slower* under load',
        '',
        '| Way | Latency | Risk |',
        '| --- | --- | --- |',
        '| index | +0.2 ms | none |',
        '| lock | +4 ms | deadlocks |',
        '',
        '```ts',
        'const order = await sql<Order>`INSERT INTO orders (key, body) VALUES (${key}, ${body})',
        '  ON CONFLICT (key) DO NOTHING RETURNING *`; // the first one wins',
        'if (order.length === 0) return byKey(key);',
        '```',
        '',
        'See [the docs on conflicts](https://www.postgresql.org/docs/current/sql-insert.html) and `src/orders/create.ts`.',
      ].join('\n'),
    )
    .tool(
      'TodoWrite',
      {
        todos: [
          { content: 'Add the unique index', status: 'completed' },
          { content: 'Return the first order on a conflict', status: 'in_progress' },
          { content: 'Describe the header in the API docs', status: 'pending' },
        ],
      },
      'Todos have been modified',
    )
    .tool(
      'Agent',
      {
        description: 'Find other endpoints that insert',
        subagent_type: 'Explore',
        prompt: 'List every handler that inserts a row and may be called twice.',
      },
      'Three handlers insert: `orders`, `refunds` and **shipments**. Only refunds retries.',
      { toolUseResult: { agentId: 'a754ee95709fdecf1', status: 'completed' } },
    )
    .tool(
      'AskUserQuestion',
      {
        questions: [
          {
            question: 'Should refunds get the same header?',
            options: [
              { label: 'Yes, now', description: 'About twenty lines more' },
              { label: 'Later', description: 'A follow-up issue' },
            ],
          },
        ],
      },
      'answered',
      {
        toolUseResult: {
          questions: [],
          answers: { 'Should refunds get the same header?': 'Later' },
        },
      },
    )
    .nextDay()
    .prompt([
      { type: 'text', text: 'This is what the client sees now:' },
      {
        type: 'image',
        source: { type: 'base64', media_type: 'image/png', data: pngBase64 },
      },
    ])
    .tool(
      'Bash',
      { command: 'git push --force' },
      "The user doesn't want to proceed with this tool use. The tool use was rejected",
      {
        isError: true,
        toolDenialKind: 'user-rejected',
        toolDenialBeforeRun: true,
      },
    )
    .text(
      'Understood, I leave the branch as it is. The endpoint now returns the first order, and 14 tests pass.',
    )
    .add('system', { subtype: 'turn_duration', durationMs: 184_000 });
}
