import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { CodexServer, serverFrames } from '../../support/agents/codexServer';

/** A line of a transcript without its time. */
type Line = readonly [type: string, payload: Readonly<Record<string, unknown>>];

interface Told {
  readonly id: string;
  readonly title: string;
  readonly branch: string;
  readonly prompt: string;
  /** When it began, in seconds before now. */
  readonly ago: number;
  readonly lines: readonly Line[];
}

const command = 'npm publish --dry-run';
const runningId = '01a21914-8432-7e50-ba9f-d5084ce929c3';
const turn = '01a21914-8531-7850-ad9a-adcba9ecf115';

const item = (fields: Readonly<Record<string, unknown>>): Line => [
  'event_msg',
  { type: 'item_completed', item: fields },
];
const call = (id: string, args: object): Line => [
  'response_item',
  { type: 'function_call', name: 'exec_command', arguments: JSON.stringify(args), call_id: id },
];
const output = (id: string, text: string): Line => [
  'response_item',
  { type: 'function_call_output', call_id: id, output: text },
];
const tokens = (total: number): Line => {
  const usage = { input_tokens: total - 900, output_tokens: 900, total_tokens: total };
  return ['token_usage_record', { turn_id: turn, response_id: `resp_${total}`, usage }];
};

const sessions: readonly Told[] = [
  {
    id: serverFrames.thread.id,
    title: 'Round the VAT of an invoice once',
    branch: 'fix/vat',
    prompt: 'The VAT of an invoice is off by a cent. Fix the rounding and try to publish it.',
    ago: 240,
    lines: [tokens(14_200), call('call_1', { cmd: command })],
  },
  {
    id: runningId,
    title: 'Add a health check endpoint',
    branch: 'feat/healthz',
    prompt: 'Add a health check endpoint with a test.',
    ago: 90,
    lines: [tokens(9_400), call('call_2', { cmd: 'npx vitest run src/healthz.test.ts' })],
  },
  {
    id: '01a21936-7999-7e80-97dd-1c368867396f',
    title: 'Import transactions from CSV',
    branch: 'feat/csv',
    prompt: 'Write a CSV import for transactions.',
    ago: 1_500,
    lines: [
      call('call_3', { cmd: 'npx vitest run src/import' }),
      output('call_3', 'Process exited with code 0\nOutput:\n      Tests  12 passed (12)\n'),
      call('call_4', { cmd: 'git commit -m "Import transactions from CSV"' }),
      output(
        'call_4',
        'Process exited with code 0\nOutput:\n[feat/csv 1a2b3c4] Import transactions from CSV\n 2 files changed, 31 insertions(+)\n',
      ),
      tokens(52_800),
      item({ type: 'AgentMessage', content: [{ type: 'Text', text: 'The import is committed.' }] }),
      ['event_msg', { type: 'task_complete', last_agent_message: 'The import is committed.' }],
    ],
  },
];

/**
 * Fills a folder of Codex with a session that asks, one that works and one that has ended, all in
 * one project. The returned function ends what runs them.
 */
export async function fillCodexFolder(home: string, cwd: string): Promise<() => Promise<void>> {
  const now = Date.now();
  const locks = path.join(home, 'thread-writer-locks');
  fs.mkdirSync(locks, { recursive: true });
  const lock = path.join(locks, `${runningId}.lock`);
  // A command that ends with its standard input, and that of the program with ours.
  const code = `const { spawn } = require('node:child_process');
    spawn('/bin/sh', ['-c', 'read line; true'], { stdio: ['pipe', 'ignore', 'ignore'] });
    process.stdin.on('end', () => process.exit()).resume();`;
  const run = ['-e', code];
  const holder = spawn('flock', ['-F', '-x', lock, process.execPath, ...run], {
    cwd,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  for (const told of sessions) write(home, cwd, told, now - told.ago * 1_000);
  const server = await CodexServer.start(home);
  server.cwd = cwd;
  server.setStatus('waitingOnApproval');
  const { method, params } = serverFrames.command;
  const line = `/bin/bash -lc '${command}'`;
  server.ask({ method, params: { ...params, command: line, cwd, reason: null } });
  return async () => {
    holder.stdin?.end();
    await server.stop();
  };
}

function write(home: string, cwd: string, told: Told, at: number): void {
  const { id, title, branch, prompt, lines } = told;
  const start: readonly Line[] = [
    [
      'session_meta',
      { id, session_id: id, cwd, originator: 'codex-tui', cli_version: '0.171.0', git: { branch } },
    ],
    ['event_msg', { type: 'task_started', turn_id: turn, model_context_window: 272_000 }],
    ['turn_context', { turn_id: turn, cwd, approval_policy: 'on-request', model: 'gpt-5.5' }],
    item({ type: 'UserMessage', content: [{ type: 'text', text: prompt }] }),
  ];
  const texts = [...start, ...lines].map(([type, payload], ordinal) => {
    const timestamp = new Date(at + ordinal * 1_000).toISOString();
    return `${JSON.stringify({ timestamp, ordinal, type, payload })}\n`;
  });
  const day = path.join(home, 'sessions', '2026', '01', '01');
  fs.mkdirSync(day, { recursive: true });
  fs.writeFileSync(path.join(day, `rollout-2026-01-01T00-00-00-${id}.jsonl`), texts.join(''));
  const name = JSON.stringify({ id, thread_name: title });
  fs.appendFileSync(path.join(home, 'session_index.jsonl'), `${name}\n`);
}
