import { startHub } from '../../../../src/extension/hub/hub';
import { silentLog } from '../../../../src/extension/util/log';
import { boardSchema, routes } from '../../../../src/shared/protocol/protocol';

/** The threads are bundled beside this one. */
const scripts = __dirname;

/** Prints the titles on the board of a config home once its history is read. */
async function main(): Promise<void> {
  const [configHome = ''] = process.argv.slice(2);
  const hub = await startHub({ configHome, port: 0, scripts, log: silentLog });
  await hub.complete;
  const headers = { authorization: `Bearer ${hub.token}` };
  const answer = await fetch(`${hub.endpoint.url}${routes.sessions}`, { headers });
  const { sessions } = boardSchema.parse(await answer.json());
  process.stdout.write(JSON.stringify(sessions.map(({ title }) => title)));
  await hub.close();
}

void main();
