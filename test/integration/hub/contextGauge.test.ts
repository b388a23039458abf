import assert from 'node:assert/strict';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { aHook } from '../../support/hub/hooks';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TranscriptFile, type Line, type Tokens } from '../../support/hub/transcriptFile';

const sessionId = 'gauge';

describe('The context gauge', () => {
  let home = '';
  let hub: TestHub;
  let transcript: TranscriptFile;
  let count = 0;
  beforeEach(async () => {
    home = await tempHome();
    transcript = TranscriptFile.of(home, sessionId);
    await transcript.write(transcript.prompt('Go on'));
    hub = await TestHub.start(home);
  });
  afterEach(async () => {
    await hub.close();
    await removeHome(home);
  });

  function answer(tokens: Tokens, model = 'claude-sonnet-4-5', fields: Line = {}): Line {
    count += 1;
    const line = transcript.answer('Yes', `msg_${count}`, { input: 0, ...tokens }, fields);
    return { ...line, message: { ...(line['message'] as Line), model } };
  }
  const compacted = (pre: number, post: number | undefined, trigger = 'auto'): Line => ({
    ...transcript.turnEnded(),
    subtype: 'compact_boundary',
    compactMetadata: { trigger, preTokens: pre, ...(post !== undefined && { postTokens: post }) },
  });
  async function reads(used: number, size: number, percent: number): Promise<void> {
    await hub.waitFor(sessionId, ({ contextWindow }: LiveSession) => {
      const { usedTokens, sizeTokens, usedPercent } = contextWindow;
      assert.deepEqual([usedTokens, sizeTokens, usedPercent], [used, size, percent]);
    });
  }

  it('is the prompt of the last message: fresh, read from the cache and written to it', async () => {
    await transcript.write(answer({ input: 90_000 }));
    await transcript.write(
      answer({ input: 10_000, cacheRead: 30_000, cacheWrite: 10_000, output: 9_000 }),
    );
    await reads(50_000, 200_000, 25);
  });

  it('is measured by the window of the model', async () => {
    await transcript.write(answer({ input: 50_000 }, 'claude-opus-5'));
    await reads(50_000, 1_000_000, 5);
  });

  it('is measured by the long window where the model was chosen with it', async () => {
    await transcript.write(answer({ input: 50_000 }));
    await hub.hook(
      aHook('SessionStart', { session_id: sessionId, model: 'claude-sonnet-4-5[1m]' }),
    );
    await reads(50_000, 1_000_000, 5);
  });

  it('is measured by the long window once it holds more than the short one', async () => {
    await transcript.write(answer({ cacheRead: 300_000 }));
    await reads(300_000, 1_000_000, 30);
  });

  it('falls with a compaction, before the next message tells', async () => {
    await transcript.write(answer({ cacheRead: 180_000 }), compacted(180_000, 8_000));
    await reads(8_000, 200_000, 4);
    await transcript.write(answer({ cacheRead: 20_000 }));
    await reads(20_000, 200_000, 10);
  });

  it('stays where it is when a compaction does not say how much is left', async () => {
    await transcript.write(answer({ cacheRead: 180_000 }), compacted(180_000, undefined));
    await reads(180_000, 200_000, 90);
  });

  it('keeps the long window after a compaction', async () => {
    await transcript.write(answer({ cacheRead: 900_000 }), compacted(950_000, 10_000));
    await reads(10_000, 1_000_000, 1);
    await transcript.write(answer({ cacheRead: 20_000 }));
    await reads(20_000, 1_000_000, 2);
  });

  it('forgets the long window with the model that had it', async () => {
    await transcript.write(answer({ cacheRead: 900_000 }), compacted(950_000, 10_000));
    await transcript.write(answer({ cacheRead: 20_000 }, 'claude-haiku-4-5'));
    await reads(20_000, 200_000, 10);
  });

  it('is not moved by an error of the service, nor by a subagent', async () => {
    await transcript.write(answer({ input: 50_000 }));
    await transcript.write(
      answer({ input: 0 }, '<synthetic>', { isApiErrorMessage: true, error: 'rate_limit' }),
      answer({ input: 190_000 }, 'claude-sonnet-4-5', { isSidechain: true }),
    );
    await reads(50_000, 200_000, 25);
  });
});
