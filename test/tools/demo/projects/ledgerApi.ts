import { bash, edit, grep, read, run } from '../words/tools';
import { outlinedProject } from './outline';
import { say, think } from '../words/turn';

const refundService = `import { randomUUID } from 'node:crypto';
import type { Ledger } from '../ledger/ledger';
import type { RefundRequest, Refund } from './types';

export class RefundService {
  constructor(private readonly ledger: Ledger) {}

  async refund(request: RefundRequest): Promise<Refund> {
    const charge = await this.ledger.charge(request.chargeId);
    if (charge.refundable < request.amount) {
      throw new RefundError('amount_exceeds_charge', charge.id);
    }
    const refund = { id: randomUUID(), ...request, createdAt: new Date() };
    await this.ledger.post([
      { account: 'customer_balance', debit: 0, credit: refund.amount },
      { account: 'merchant_payable', debit: refund.amount, credit: 0 },
    ]);
    return refund;
  }
}
`;

const webhookWorker = `import type { Queue } from '../queue';
import { deliver } from './deliver';

const maxAttempts = 5;

export async function runWorker(queue: Queue): Promise<void> {
  for await (const job of queue.take('webhooks')) {
    const response = await deliver(job.endpoint, job.event);
    if (response.ok) {
      await job.done();
      continue;
    }
    if (job.attempt >= maxAttempts) {
      await job.fail(response.status);
      continue;
    }
    await job.retryIn(1000 * job.attempt);
  }
}
`;

const ledger = `import type { Database } from '../database';
import type { Entry } from './types';

/** Double-entry: every posting balances to zero, or nothing is written. */
export class Ledger {
  constructor(private readonly database: Database) {}

  async post(entries: readonly Entry[]): Promise<void> {
    const balance = entries.reduce((sum, entry) => sum + entry.debit - entry.credit, 0);
    if (balance !== 0) throw new Error('Posting does not balance');
    await this.database.transaction(async (transaction) => {
      for (const entry of entries) await transaction.insert('entries', entry);
    });
  }
}
`;

const routes = `import { Router } from './router';
import { idempotent } from '../middleware/idempotent';
import type { RefundService } from '../refunds/refundService';

export function refundRoutes(refunds: RefundService): Router {
  const router = new Router();
  router.post('/v1/charges/:id/refunds', async (request, reply) => {
    const refund = await refunds.refund({ chargeId: request.params.id, ...request.body });
    reply.status(201).send(refund);
  });
  return router;
}
`;

export const ledgerApi = outlinedProject({
  name: 'ledger-api',
  outline: {
    'src/payouts/schedulePayouts.ts': 'schedulePayouts',
    'src/payouts/bankFile.ts': 'writeBankFile',
    'src/charges/captureCharge.ts': 'captureCharge',
    'src/charges/voidCharge.ts': 'voidCharge',
    'src/queue/claimJobs.ts': 'claimJobs',
    'src/database/withTransaction.ts': 'withTransaction',
    'src/http/authenticate.ts': 'authenticate',
    'src/statements/closeMonth.ts': 'closeMonth',
    'src/webhooks/signBody.ts': 'signBody',
    'src/currency/minorUnits.ts': 'minorUnits',
  },
  files: {
    'src/refunds/refundService.ts': refundService,
    'src/webhooks/worker.ts': webhookWorker,
    'src/ledger/ledger.ts': ledger,
    'src/http/refundRoutes.ts': routes,
    'README.md':
      '# ledger-api\n\nDouble-entry ledger, charges, refunds and payouts behind one API.\n',
  },
  routine: [
    [
      say('Let me see how refunds are posted today.'),
      run(read('src/refunds/refundService.ts'), read('src/ledger/ledger.ts')),
    ],
    grep('idempoten', 'src/http/refundRoutes.ts', 'src/middleware/idempotent.ts'),
    [
      think(
        3,
        'The posting and the key have to be written in one transaction, or a crash between them loses the answer.',
      ),
      read('src/http/refundRoutes.ts'),
    ],
    bash('pnpm test --filter refunds', 'Run the refund tests', {
      seconds: 6,
      out: ' ✓ src/refunds/refundService.test.ts (14 tests) 812ms\n ✓ src/http/refundRoutes.test.ts (9 tests) 1204ms\n\n Test Files  2 passed (2)\n      Tests  23 passed (23)',
    }),
    edit(
      'src/webhooks/worker.ts',
      '    await job.retryIn(1000 * job.attempt);',
      '    await job.retryIn(backoff(job.attempt));',
    ),
    bash('pnpm tsc --noEmit', 'Type-check', {
      seconds: 5,
      out: '',
    }),
    bash('git log --oneline -5 -- src/webhooks', 'History of the webhook worker', {
      seconds: 1,
      out: 'b81f2c4 Sign webhook bodies with the endpoint secret\n4e09d17 Deliver webhooks from their own queue\n9a3c55e Drop events of deleted endpoints\n17d0fe2 Record the status of the last delivery\nc2b6a90 First version of webhooks',
    }),
    [
      say('The worker retries with a linear delay; I look at who depends on that.'),
      grep('retryIn', 'src/webhooks/worker.ts', 'src/queue/queue.ts', 'src/payouts/worker.ts'),
    ],
    read('src/webhooks/worker.ts'),
    bash('pnpm lint', 'Lint', {
      seconds: 4,
      out: 'Checked 214 files in 1.9s. No problems found.',
    }),
  ],
});
