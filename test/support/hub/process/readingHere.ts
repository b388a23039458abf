import { EventEmitter } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import type { Agents } from '../../../../src/extension/agents/agents';
import type { StartReading } from '../../../../src/extension/hub/reading/reading';
import { serveReading } from '../../../../src/extension/hub/reading/serveReading';

/** Reads in this thread, because an agent's functions cannot be sent to another one. */
export function readingHere(agents: Agents): StartReading {
  return (_script, data) => {
    const { port1, port2 } = new MessageChannel();
    serveReading(port2, data, agents);
    const reading = new EventEmitter();
    port1.on('message', (message) => reading.emit('message', message));
    const thread = {
      threadId: 1,
      postMessage: (request: unknown) => port1.postMessage(request),
      terminate: () => port1.close(),
    };
    port1.once('close', () => {
      thread.threadId = -1;
      reading.emit('exit');
    });
    return Object.assign(reading, thread);
  };
}
