import type { FoundFile } from '../../../../src/extension/agents/transcripts/files';
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { mock } from 'node:test';
import { findTranscripts } from '../../../../src/extension/agents/claude/catalogue/transcriptFolders';
import { indexFile } from '../../../../src/extension/hub/reading/past/historyIndex';
import { Past, type PastParts } from '../../../../src/extension/hub/reading/past/past';
import type { PastSession } from '../../../../src/extension/transcript/fold/transcriptEnds';
import { FileCache } from '../../../../src/extension/util/files/fileCache';
import { PrivateFolder } from '../../../../src/extension/util/files/privateFolder';
import { Slices } from '../../../../src/extension/util/thread/slices';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { TranscriptFile } from '../../../support/hub/transcriptFile';
import { claudeHomes } from '../../../support/agents/claudeHomes';

const noMarks = { sessions: new Map<string, string>(), projects: new Map<string, string>() };

/** Lets a test act between any two steps of long work. */
class ObservedSlices extends Slices {
  steps = 0;
  onStep: (step: number) => void | Promise<void> = () => undefined;

  override async run<Result>(job: Iterator<unknown, Result>): Promise<Result> {
    for (;;) {
      const step = job.next();
      if (step.done === true) return step.value;
      this.steps += 1;
      await this.onStep(this.steps);
    }
  }
}

describe('The past that reads', () => {
  let home = '';
  let slices: ObservedSlices;
  let files: readonly FoundFile[];
  let past: Past;
  beforeEach(async () => {
    home = await tempHome();
    slices = new ObservedSlices();
    files = [];
    const catalogue = {
      get files() {
        return files;
      },
      get: (file: string) => files.find((one) => one.path === file),
      refresh: async () => files,
    } as unknown as PastParts['catalogue'];
    const homes = claudeHomes(path.join(home, 'projects'));
    const cacheFolder = new PrivateFolder(path.join(home, 'cache'));
    past = new Past({ homes, catalogue, cacheFolder, slices, emit: () => undefined });
  });
  afterEach(async () => {
    mock.restoreAll();
    await removeHome(home);
  });

  async function sessions(...ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const transcript = TranscriptFile.of(home, id);
      await transcript.write(transcript.prompt(`Prompt of ${id}`));
    }
    files = await new Slices().run(findTranscripts(path.join(home, 'projects'), assert.fail));
  }
  async function storedSessions(): Promise<readonly PastSession[]> {
    const folder = new PrivateFolder(path.join(home, 'cache'));
    return [...(await new FileCache(folder, new Slices(), indexFile).load()).values()];
  }

  it('keeps what it has read by then, and reads no more, when it is closed', async () => {
    await sessions('a', 'b', 'c');
    const closed: Promise<void>[] = [];
    slices.onStep = (step) => void (step === 2 && closed.push(past.close()));
    await past.readAndSave();
    await Promise.all(closed);
    assert.equal((await storedSessions()).length, 2);
  });

  it('keeps at its end what it read while it was being kept', async () => {
    await sessions('a');
    slices.onStep = async (step) => {
      if (step !== 2) return; // The first step has read the session, this one has written it.
      await sessions('a');
      const now = performance.now() + 60_000; // By then the last scan is too old for this.
      mock.method(performance, 'now', () => now);
      await past.search({ query: '', tokens: undefined, limit: 9, marks: noMarks });
    };
    await past.readAndSave();
    await past.close();
    assert.deepEqual(
      (await storedSessions()).map(({ size }) => size),
      files.map(({ size }) => size),
    );
  });
});
