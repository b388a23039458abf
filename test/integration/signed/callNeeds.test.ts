import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { keyName, newPrivateKey, signerOf } from '../../../src/extension/util/keys/signing';
import {
  callOf,
  calls,
  parameterIn,
  type CallName,
  type UnsignedReason,
} from '../../../src/shared/protocol/calls';
import type { SignedAct } from '../../../src/shared/protocol/signed';
import type { Answer } from '../../support/hub/wire/call';
import { TestHub } from '../../support/hub/testHub';
import { signedFor, testSigner } from '../../support/hub/testSigner';

/**
 * The calls that need no signature, each reviewed: with them, any program that has read the config
 * home can read, report about itself, change only the display, and query. A new row must be added
 * here or be signed.
 */
const reviewed: Readonly<Record<UnsignedReason, readonly CallName[]>> = {
  reads: [
    'attended',
    'board',
    'day',
    'details',
    'fileChanges',
    'grantUses',
    'history',
    'mcpSetting',
    'pastSession',
    'request',
    'review',
    'reviewText',
    'searchTexts',
    'sessionViews',
    'summary',
    'transcriptPart',
    'wholePrompts',
    'worktree',
  ],
  // Calls that only the right connection can make: a window names the number of its stream, and a
  // runner its connection, which receives nothing before its key is proved. `takeOrder` and
  // `answerOrder` answer an order that was sent over the connection, and `tellLimits` contains a
  // challenge that only the runner's connection received.
  presence: [
    'answerOrder',
    'next',
    'offerDesk',
    'proveRunner',
    'runnerOrders',
    'shown',
    'takeOrder',
    'tellLimits',
    'tellPresence',
  ],
  // All of these can be undone by a click, or by the window's own setting.
  display: [
    'archive',
    'dismissCollision',
    'endGrant',
    'endGrants',
    'lookAt',
    'markReviewed',
    'mute',
    'muteSessions',
    'offerLabels',
    'pin',
    'rename',
    'setBudget',
    'setLayers',
    'setPrices',
    'tag',
    'unmuteSessions',
  ],
  introduction: ['askForKey', 'giveCode'],
};

const names = Object.keys(calls) as CallName[];
const signed = names.flatMap((name) => {
  const { signed: act, path: route } = callOf(name);
  return act === undefined ? [] : [{ name, act, route }];
});
const id = (route: string): string => (parameterIn(route) === undefined ? '' : 'one');
const at = (route: string, parameter = id(route)): string =>
  route.replace(/:\w+/u, () => parameter);

describe('The table of calls', () => {
  it('has each call that needs no signature on the reviewed list', () => {
    const found = (unsigned: UnsignedReason): string[] =>
      names.filter((name) => callOf(name).unsigned === unsigned).sort();
    const all = { ...reviewed };
    for (const reason of Object.keys(reviewed) as UnsignedReason[]) {
      assert.deepEqual(found(reason), [...all[reason]].sort(), reason);
    }
    const count = Object.values(reviewed).flat().length;
    assert.equal(count + signed.length, names.length);
  });

  it('has a GET only where nothing is signed, as an address is no place for a seal', () => {
    for (const { name } of signed) assert.equal(callOf(name).method, 'POST', name);
  });

  it('gives each signed call an act of its own, so that no signature counts for two', () => {
    assert.equal(new Set(signed.map(({ act }) => act)).size, signed.length);
  });
});

describe('A signed call', function () {
  this.timeout(120_000);
  let hub: TestHub;
  before(async () => {
    hub = await TestHub.start();
    await hub.window('shop');
  });
  after(() => hub.dispose());

  /** A body that fits no call: with a valid seal the hub rejects at most its shape. */
  const body = { window: 'shop', words: 'one' };
  const sealedFor = (act: SignedAct, route: string): object =>
    signedFor(hub.running.token, act, id(route), body);
  const errorOf = ({ text }: Answer): string | undefined => /"error":"(\w+)"/u.exec(text)?.[1];
  async function refused(route: string, sent: object, error: string): Promise<void> {
    const answer = await hub.postBare(at(route), sent);
    assert.ok([403, 409].includes(answer.status), `${answer.status}`);
    assert.equal(errorOf(answer), error);
  }

  for (const { name, act, route } of signed) {
    describe(name, () => {
      it('is refused with the token alone', async () => {
        await refused(route, {}, 'not_signed');
        await refused(route, body, 'not_signed');
        await refused(route, { ...body, seal: true }, 'not_signed');
      });

      it('is refused with a key that the hub does not know, also in the name of one that it knows', async () => {
        const own = signerOf(newPrivateKey());
        const foreign = signedFor(hub.running.token, act, id(route), body, own);
        await refused(route, foreign, 'unknown_key');
        const { seal } = foreign as { readonly seal: object };
        const key = keyName(testSigner.publicKey);
        await refused(route, { ...foreign, seal: { ...seal, key } }, 'not_signed');
      });

      it('is refused where any word of it is another than was signed', async () => {
        const sent = sealedFor(act, route);
        await refused(route, { ...sent, words: 'two' }, 'not_signed');
        await refused(route, { ...sent, window: 'other' }, 'not_signed');
        await refused(route, { ...sent, more: [] }, 'not_signed');
        const { words: _words, ...less } = sent as Record<string, unknown>;
        await refused(route, less, 'not_signed');
      });

      it('is refused by a signature for any other act', async () => {
        for (const { act: other } of signed) {
          if (other !== act) await refused(route, sealedFor(other, route), 'not_signed');
        }
      });

      it('is refused by a signature for another session', async () => {
        const other = signedFor(hub.running.token, act, 'two', body);
        await refused(route, other, 'not_signed');
      });

      it('is refused by a signature for another start of the hub', async () => {
        await refused(route, signedFor('another token', act, id(route), body), 'not_signed');
      });

      it('counts once', async () => {
        const sent = sealedFor(act, route);
        const error = errorOf(await hub.postBare(at(route), sent));
        assert.ok(!['not_signed', 'unknown_key', 'stale_signature'].includes(error ?? ''), error);
        await refused(route, sent, 'stale_signature');
      });
    });
  }
});

describe('A caller with nothing but the token', function () {
  this.timeout(120_000);
  let hub: TestHub;
  beforeEach(async () => {
    hub = await TestHub.start();
    await hub.window('own');
  });
  afterEach(() => hub.dispose());

  it('starts no program by a line for a machine', async () => {
    const ran = path.join(hub.home, 'ran');
    const write = `require('fs').appendFileSync(${JSON.stringify(ran)}, 'x')`;
    const line = { command: [process.execPath, '-e', write] };
    for (const [name, sent] of [
      ['setMachines', { machines: [line], label: 'own' }],
      ['testMachine', line],
      ['copyToMachine', line],
      ['retryMachine', { key: JSON.stringify(line) }],
    ] as const) {
      const answer = await hub.postBare(callOf(name).path, sent);
      assert.equal(answer.status, 403, `${name}: ${answer.text}`);
    }
    // A command line signed by a person's window is executed; by then any execution caused by the
    // other calls would be visible, too.
    const test = await hub.post(callOf('testMachine').path, line);
    assert.match(test.text, /"type"|event: failed/u);
    assert.equal(fs.readFileSync(ran, 'utf8'), 'x');
    assert.deepEqual((await hub.summary()).machines ?? [], []);
  });

  it('neither offers to answer in the place of a window, nor for phones and machines', async () => {
    await hub.window('shop', { enabled: true, disabledProjects: ['/secret'] });
    const offer = { window: 'shop', label: 'x', enabled: true, disabledProjects: [] };
    assert.equal((await hub.postBare(callOf('offerControl').path, offer)).status, 403);
    assert.equal((await hub.postBare(callOf('offerDesk').path, offer)).status, 409);
    const own = { ...offer, window: 'own', enabled: false };
    assert.equal((await hub.postBare(callOf('offerControl').path, own)).status, 403);
  });
});
