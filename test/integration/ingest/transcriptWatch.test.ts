import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { DomainEvent } from '../../../src/extension/hub/domain/facts/event';
import { Projects } from '../../../src/extension/hub/projects';
import { Spending } from '../../../src/extension/hub/reading/usage/spending';
import { silentLog } from '../../../src/extension/util/log';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { threadScripts } from '../../support/hub/process/threadScripts';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';
import { claudeHomes } from '../../support/agents/claudeHomes';

/**
 * Sessions without a process are polled only every half minute, so faster updates come from the
 * watcher.
 */
describe('The watcher of transcripts', () => {
  let home: string;
  let projects: Projects;
  let events: DomainEvent[];
  let transcript: TranscriptFile;

  beforeEach(async () => {
    home = await tempHome();
    events = [];
    projects = new Projects({
      homes: claudeHomes(path.join(home, 'projects')),
      configHome: home,
      cacheFolder: path.join(home, 'cache'),
      script: path.join(threadScripts(), 'reading.js'),
      emit: (event) => events.push(event),
      forget: () => undefined,
      pinned: () => new Set(),
      isKnown: () => true,
      isLive: () => false,
      spending: new Spending(),
      onSpending: () => undefined,
      log: silentLog,
    });
    transcript = TranscriptFile.of(home, 'session-1');
    await fs.mkdir(path.dirname(transcript.file), { recursive: true });
    await projects.start(new Set());
  });
  afterEach(async () => {
    await projects.close();
    await removeHome(home);
  });

  /** Prompts as the sessions' cards would show them, in order of arrival. */
  const prompts = (): string[] => [
    ...new Set(
      events.flatMap((event) =>
        event.type === 'transcriptRead' ? [event.facts.lastPrompt ?? []].flat() : [],
      ),
    ),
  ];
  /** Waits for the last of these prompts; earlier ones of a burst may never be shown. */
  const seen = (...expected: string[]): Promise<unknown> =>
    until(prompts, (now) => assert.equal(now.at(-1), expected.at(-1)));

  it('sees the last of a burst of lines', async () => {
    await transcript.write(transcript.prompt('first'));
    await seen('first');
    for (const text of ['a', 'b', 'c', 'd']) {
      await transcript.write(transcript.prompt(text));
      await waitFixedTime(15);
    }
    await seen('first', 'a', 'b', 'c', 'd');
  });

  it('sees the first line of a file, however long after its creation', async () => {
    await fs.writeFile(transcript.file, '');
    await waitFixedTime(200);
    await transcript.write(transcript.prompt('late'));
    await seen('late');
  });

  it('sees a file in a folder that was just created', async () => {
    for (const name of ['x', 'y', 'z']) {
      const one = TranscriptFile.of(home, name, `-new-${name}`);
      await one.write(one.prompt(name));
    }
    await until(prompts, (now) => assert.deepEqual(new Set(now), new Set(['x', 'y', 'z'])));
  });

  it('reports nothing after it was disposed', async () => {
    await transcript.write(transcript.prompt('first'));
    await seen('first');
    await projects.close();
    await transcript.write(transcript.prompt('second'));
    projects.readFile(transcript.file);
    assert.deepEqual(prompts(), ['first']);
  });
});
