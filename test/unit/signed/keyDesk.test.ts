import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { KeyDesk } from '../../../src/extension/hub/signed/keyDesk';
import { KnownKeys } from '../../../src/extension/hub/signed/knownKeys';
import { codeProof, newPrivateKey, signerOf } from '../../../src/extension/util/signing';
import { refusals } from '../../../src/extension/hub/serve/refusal';

describe('The code that a hub shows in its terminal', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('is given up after five wrong ones, and the next one is shown a minute later', async () => {
    const codes: string[] = [];
    const keys = new KnownKeys();
    const desk = new KeyDesk({
      keys,
      hub: 'hub',
      send: () => undefined,
      showCode: (code) => codes.push(code),
    });
    desk.begin();
    const { publicKey } = signerOf(newPrivateKey());
    let answer: unknown;
    const trial = async (proof: string): Promise<boolean> => {
      answer = await desk.calls.giveCode({ publicKey, proof }, undefined);
      return [...keys.names].length > 0;
    };
    const proofOf = (code: string | undefined): string => codeProof(code ?? '', 'hub', publicKey);
    for (let count = 0; count < 50; count += 1) assert.equal(await trial('wrong'), false);
    assert.equal(codes.length, 1);
    assert.equal(await trial(proofOf(codes[0])), false);
    assert.deepEqual(answer, refusals.codeSoon);
    mock.timers.tick(60_000);
    assert.equal(codes.length, 2);
    assert.equal(await trial(proofOf(codes[1])), true);
    desk.dispose();
  });
});
