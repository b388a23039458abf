import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { currentBoot } from '../../../src/extension/hub/ingest/boot';
import { lastingHostId } from '../../../src/extension/util/hub/hostId';
import { phoneKey, phones, sessionId, taken } from './keptChanges';
import { TranscriptFile } from './transcriptFile';

/** Writes a config home with one of everything that a person can change. */
export async function writeKeptHome(home: string): Promise<void> {
  const transcript = TranscriptFile.of(home, sessionId);
  const at = Date.now() - 60_000;
  await transcript.write(
    transcript.prompt('Build the shop'),
    transcript.call('Write', { file_path: '/home/dev/shop/a.txt', content: 'one' }, 't1'),
    transcript.result('t1', 'ok', {
      toolUseResult: { type: 'create', filePath: '/home/dev/shop/a.txt', content: 'one' },
    }),
    transcript.answer('Done.'),
  );
  const folder = path.join(home, 'mission-control');
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const write = (name: string, value: unknown): Promise<void> =>
    fs.writeFile(path.join(folder, name), JSON.stringify(value), { mode: 0o600 });
  const phone = (id: string) => ({
    id,
    name: `Phone ${id.slice(0, 1)}`,
    scope: 'answer',
    agreementKey: phoneKey,
    signingKey: phoneKey,
    pairedAt: at,
    lastUse: Date.now(),
  });
  await write('phones.json', [phone(phones.demoted), phone(phones.removed)]);
  await write('looks.json', { allSeenAt: 1, absence: { since: 1, isTold: false }, sessions: {} });
  await write('mutes.json', [{ scope: 'project', path: '/home/dev/shop' }]);
  await write('stranded.json', {
    boot: currentBoot(),
    host: await lastingHostId(),
    at,
    ran: [],
    stranded: [{ sessionId, downAt: at }],
  });
  await write('collisions.json', [
    {
      kind: 'taken',
      id: taken,
      top: '/home/dev/shop',
      taker: 'session-2',
      owner: sessionId,
      titles: {},
      at,
      sweeps: [{ act: 'checkout', command: 'git checkout .' }],
      files: [{ path: '/home/dev/shop/a.txt', at }],
      dismissed: false,
      told: true,
    },
  ]);
}
