import * as fs from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import * as path from 'node:path';
import { relayFiles } from '../../../src/shared/protocol/relayConfig';
import { missionControlFolder } from '../../../src/extension/util/files/missionControlFolder';
import { HubProcess } from './process/hubProcess';
import { Stranger } from './wire/stranger';

/** Undoes what a condition set up. */
type End = () => Promise<void>;

/** States in which a client's hook may find the hub, for a config home with our hooks. */
export const hubConditions = {
  running: async (configHome) => {
    const hub = await HubProcess.start(configHome, 0);
    return () => hub.kill();
  },
  gone: async () => async () => undefined,
  /** A killed hub leaves its files behind. */
  killed: async (configHome) => {
    const hub = await HubProcess.start(configHome, 0);
    await hub.kill();
    return async () => undefined;
  },
  hanging: async (configHome) => {
    const hub = await HubProcess.start(configHome, 0);
    hub.hang();
    return () => hub.kill();
  },
  slow: (configHome) =>
    answering(configHome, (_request, response) => {
      setTimeout(() => response.writeHead(204).end(), slowMs);
    }),
  'answering garbage': (configHome) =>
    answering(configHome, ({ socket }) => socket.end('\u0000\u0001 {"hookSpecificOutput": …\n')),
} as const satisfies Readonly<Record<string, (configHome: string) => Promise<End>>>;

export type HubCondition = keyof typeof hubConditions;

/** Shorter than the relay's timeout, in ms. */
const slowMs = 1_500;

/** Starts a server that the relay mistakes for the hub. */
async function answering(configHome: string, answer: RequestListener): Promise<End> {
  const folder = missionControlFolder(configHome);
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const socketPath = path.join(folder, 'hub-00000000.sock');
  const stranger = await Stranger.start(answer, socketPath);
  const origin = 'http://127.0.0.1:1';
  for (const { name, text } of relayFiles({
    pid: process.pid,
    origin,
    token: '00',
    way: { socketPath },
  })) {
    await fs.writeFile(path.join(folder, name), text, { mode: 0o600 });
  }
  return () => stranger.stop();
}
