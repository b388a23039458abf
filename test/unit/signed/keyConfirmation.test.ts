import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { KeyConfirmation } from '../../../src/extension/hub/signed/keyConfirmation';
import { KnownKeys } from '../../../src/extension/hub/signed/knownKeys';
import type { AskingKey } from '../../../src/shared/protocol/keys';
import { codeProof, newPrivateKey, signerOf } from '../../../src/extension/util/keys/signing';
import { refusals } from '../../../src/extension/hub/serve/refusal';

describe('Editors that ask to be accepted', () => {
  it('ask six times in ten minutes at most, however often their windows go', async () => {
    const known: AskingKey[] = [];
    const desk = new KeyConfirmation({
      keys: new KnownKeys(),
      hub: 'hub',
      send: (window, { type, data }) => {
        if (window === 'person' && type === 'keys') known.push(...data.asking);
      },
      showCode: undefined,
    });
    desk.connect('person');
    const answers: unknown[] = [];
    for (let count = 0; count < 20; count += 1) {
      const window = `w${count}`;
      const { publicKey } = signerOf(newPrivateKey());
      desk.connect(window);
      answers.push(await desk.calls.askForKey({ window, publicKey, label: 'Editor' }, undefined));
      desk.disconnect(window);
    }
    desk.dispose();
    assert.equal(new Set(known.map(({ publicKey }) => publicKey)).size, 6);
    assert.deepEqual(answers.slice(6), Array<unknown>(14).fill(refusals.keysAsking));
  });
});

describe('The code that a hub shows in its terminal', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('is given up after five wrong ones, and the next one is shown a minute later', async () => {
    const codes: string[] = [];
    const keys = new KnownKeys();
    const desk = new KeyConfirmation({
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
