import type { LiveSession } from '../../../shared/protocol/protocol';
import { NotSavedError } from '../../util/files/savedResult';
import { PrivateFolder } from '../../util/files/privateFolder';
import type { Core } from '../core';
import { currentBoot } from '../ingest/boot';
import type { Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';
import { giveGrant } from './giveGrant';
import { systemGrantClock } from './grantClock';
import { Grants } from './grants';
import { GrantStore } from './grantStore';
import { Ledger } from './ledger';
import { restoreGrants } from './restoreGrants';
import { createSealCheck } from './sealCheck';

type GrantCall = 'giveGrant' | 'endGrant' | 'endGrants' | 'grantUses';

/** Creates the feature that allows requests for a while. */
export function createGrantsFeature(core: Core) {
  const { folder, losses, board, control, keys, seals, options, log, sources } = core;
  const clock = options.grantClock ?? systemGrantClock;
  const boot = options.boot ?? currentBoot();
  const store = new GrantStore(folder, losses.errorHandler('grants.json'));
  const ledger = new Ledger(new PrivateFolder(folder.file('grants')), () => clock.now());
  const isSealed = createSealCheck(seals, keys);
  const { calls, offers } = control;
  const grants = new Grants({ log, clock, store, ledger, calls, offers, board, isSealed });
  keys.onDidChange(() => grants.endInvalid());
  const parts = { ...core, grants, store, clock, boot, isSealed };
  const handlers: Handlers<GrantCall> = {
    giveGrant: (request, seal) => giveGrant(parts, request, seal),
    endGrant: ({ grantId }) => answerAfterEnd(grants.end(grantId)),
    endGrants: () => answerAfterEnd(grants.endAll()),
    grantUses: (query) => ledger.uses(query),
  };
  return {
    ledger,
    calls: handlers,
    boardPart: {
      fieldsOf: (session: LiveSession) => grants.fieldsOf(session),
      summaryAt: () => ({
        ...grants.summaryAt(),
        ...(ledger.hasLines && { hasGrantUses: true }),
      }),
    },
    async load() {
      await ledger.load();
      const stored = await store.load(core.host, boot);
      if (stored.length === 0) return;
      const counts = await ledger.counts();
      const { valid, invalid } = await restoreGrants(stored, { clock, isSealed, counts });
      for (const { id } of invalid) void store.remove(id).catch(() => undefined);
      grants.load(valid);
    },
    start() {
      // A session may still be running although the starting hub has not found it yet.
      void sources.projects.whenRecentKnown.then(() => {
        board.flush();
        grants.start();
      });
    },
    async close() {
      grants.dispose();
      await grants.whenExamined();
      await ledger.flush();
      await store.flush();
    },
  };
}

/** Answers once the end is on the disk; in memory, the grant has already ended. */
async function answerAfterEnd(end: Promise<boolean>) {
  try {
    return (await end) ? undefined : refusals.grantGone;
  } catch (error) {
    if (error instanceof NotSavedError) return refusals.grantKept;
    throw error;
  }
}
