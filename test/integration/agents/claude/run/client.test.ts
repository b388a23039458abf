import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Client } from '../../../../../src/extension/agents/claude/run/client';
import type { AccountLimits } from '../../../../../src/shared/protocol/session/limit';

const resetsAt = Math.round(Date.now() / 1000) + 3600;
const limitEvent = JSON.stringify({
  type: 'rate_limit_event',
  rate_limit_info: {
    status: 'allowed',
    unifiedWindows: { five_hour: { utilization: 0.31, resetsAt, status: 'allowed' } },
  },
});

describe('The client that a runner drives', () => {
  it('gets an answer to a request nested beyond reason, and ends a turn that says so much', async () => {
    const request = (id: string, input: string): string =>
      `{"type":"control_request","request_id":"${id}","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"x":${input}}}}`;
    // Prints the messages that it receives, and exits after both requests were answered.
    const program = `
      const deep = '['.repeat(300000) + ']'.repeat(300000);
      console.log(${JSON.stringify(request('deep', 'DEEP'))}.replace('DEEP', deep));
      console.log('{"type":"result","x":' + deep + '}');
      console.log(${JSON.stringify(limitEvent)});
      console.log(${JSON.stringify(request('plain', '1'))});
      const lines = require('node:readline').createInterface(process.stdin);
      let left = 2;
      lines.on('line', (line) => {
        if (!line.includes('control_response')) return;
        process.stderr.write(line + '\\n');
        if (--left === 0) process.exit(0);
      });
      lines.on('close', () => process.exit(1));`;
    const child = spawn(process.execPath, ['-e', program], { stdio: 'pipe' });
    const asked: unknown[] = [];
    let turnEnds = 0;
    const limits: unknown[] = [];
    const answers: {
      readonly response: { readonly request_id: string; readonly subtype: string };
    }[] = [];
    createInterface(child.stderr).on('line', (line) => answers.push(JSON.parse(line)));
    const client = new Client(child, {
      onAsk: ({ input }) => {
        asked.push(input);
        return Promise.resolve({ behavior: 'allow' });
      },
      onTurnEnd: () => (turnEnds += 1),
      onLimits: (reported) => limits.push(reported),
    });
    assert.equal((await client.ended).code, 0);
    assert.deepEqual([asked, turnEnds], [[{ x: 1 }], 1]);
    assert.deepEqual(
      limits.map((found) => (found as AccountLimits).fiveHour),
      [{ used: 0.31, resetsAt: new Date(resetsAt * 1000).toISOString() }],
    );
    assert.deepEqual(
      answers.map(({ response }) => [response.request_id, response.subtype]),
      [
        ['deep', 'error'],
        ['plain', 'success'],
      ],
    );
  });
});
