import * as fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { StreamClient } from '../../../../src/extension/link/streamClient';
import { HostProcess } from '../../process/hostProcess';
import { reviveSessions } from '../../process/livingSessions';
import { verdict, type Measurement } from '../../measurement';
import { bytesRead } from '../../process/processFigures';
import { duration, megabytes, percentile } from '../../statistics';
import { untilStreamed } from '../../process/untilStreamed';
import { wholeBoard } from '../../compare/expectedBoard';

const lines = 20;
const betweenMs = 400;
/**
 * Maximum number of bytes read per line, including those from sockets, signals between threads and
 * small files of the registry.
 */
const budgetBytes = 64 * 1024;

/** Measures lines that are appended to a very long transcript. */
export const append: Measurement = {
  name: 'append',
  async measure(bench) {
    const history = bench.history('giant');
    const { folder, sessions } = history;
    const [session] = sessions;
    if (session === undefined) throw new Error('There is no session');
    const { file, sessionId } = session;
    const { size } = fs.statSync(file);
    using _living = reviveSessions(history);
    const host = await HostProcess.ready(bench.bundles, { mode: 'hub', configHome: folder });
    try {
      const hub = await host.startHub();
      await untilStreamed(hub, wholeBoard(history));
      let lastOutput = 0;
      let onTokens = (): void => undefined;
      const stream = new StreamClient(hub, {
        onEvent: (event) => {
          if (event.type !== 'sessions') return;
          const output = event.data.find((one) => one.sessionId === sessionId)?.tokens.output;
          if (output === undefined || output === lastOutput) return;
          lastOutput = output;
          onTokens();
        },
        onEnd: () => undefined,
      });
      await delay(1_000);
      const idleBefore = bytesRead(host.pid);
      await delay(lines * betweenMs);
      const idle = bytesRead(host.pid) - idleBefore;
      const before = bytesRead(host.pid);
      const waits: number[] = [];
      let appended = 0;
      for (let index = 0; index < lines; index += 1) {
        const text = line(sessionId, index);
        appended += text.length;
        const seen = new Promise<void>((resolve) => (onTokens = resolve));
        const started = performance.now();
        fs.appendFileSync(file, text);
        await Promise.race([seen, delay(5_000)]);
        waits.push(performance.now() - started);
        await delay(Math.max(0, betweenMs - (performance.now() - started)));
      }
      const read = bytesRead(host.pid) - before - idle;
      stream.dispose();
      const each = Math.max(0, read) / lines;
      return [
        {
          figure: `one line appended to ${megabytes(size)}: bytes read`,
          measured: megabytes(each),
          budget: `the line (< ${megabytes(budgetBytes)})`,
          raw: megabytes(appended / lines),
          ratio: each / (appended / lines),
          verdict: verdict(each < budgetBytes),
        },
        {
          figure: `one line appended to ${megabytes(size)}: seen in the stream`,
          measured: `p50 ${duration(percentile(waits, 0.5))}, worst ${duration(Math.max(...waits))}`,
          verdict: 'as it is',
        },
      ];
    } finally {
      await host.close();
      fs.truncateSync(file, size);
      fs.utimesSync(file, session.endedAt / 1000, session.endedAt / 1000);
    }
  },
};

function line(sessionId: string, index: number): string {
  const at = new Date().toISOString();
  const message = {
    id: `msg_bench${process.pid}x${index}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5',
    content: [{ type: 'text', text: 'One more line. '.repeat(60) }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 3, output_tokens: 1, cache_read_input_tokens: 1_000 },
  };
  const rest = { requestId: `req_bench${index}`, type: 'assistant', uuid: `u${index}` };
  const leading = index === 0 ? '\n' : ''; // The file may end with an incomplete line.
  return `${leading}${JSON.stringify({ isSidechain: false, message, ...rest, timestamp: at, sessionId, session_id: sessionId })}\n`;
}
