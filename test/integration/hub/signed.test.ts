import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { newPrivateKey, requestDigest, signerOf } from '../../../src/extension/util/keys/signing';
import type { PendingRequest } from '../../../src/shared/protocol/protocol';
import { routes } from '../../../src/shared/protocol/protocol';
import type { Answer } from '../../support/hub/wire/call';
import { aHook, sessionId } from '../../support/hub/hooks';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { signedFor, testSigner } from '../../support/hub/testSigner';
import { until } from '../../support/until';

const input = { command: 'rm -rf build', description: 'Clean' };
const request = aHook('PermissionRequest', {
  tool_name: 'Bash',
  tool_input: input,
  tool_use_id: 'toolu_1',
});

/**
 * An agent's shell runs as the same user: it can read the token and do everything that this test
 * does.
 */
describe('Whoever has read the token and has no key', () => {
  let hub: TestHub;
  let answer: Promise<Answer>;
  let shown: PendingRequest;
  beforeEach(async () => {
    hub = await TestHub.start();
    await hub.window('shop');
    answer = hub.wait(request);
    const { pendingRequest } = await hub.waitFor(sessionId, (session) =>
      assert.equal(session.pendingRequest?.call?.answerable, true),
    );
    assert.ok(pendingRequest);
    shown = pendingRequest;
  });
  afterEach(() => hub.dispose());

  const route = (act: string, id = sessionId): string => `${routes.sessions}/${id}/${act}`;
  const decisionBody = (change: object = {}): object => ({
    window: 'shop',
    call: shown.call?.id,
    shown: requestDigest(shown),
    decision: { kind: 'allow' },
    ...change,
  });
  const sealed = (body: object, signer = testSigner): object =>
    signedFor(hub.running.token, 'decide', sessionId, body, signer);
  const refused = async (posted: Promise<Answer>, error: string): Promise<void> => {
    const { status, text } = await posted;
    assert.ok(status === 403 || status === 409, `${status}`);
    assert.equal((JSON.parse(text) as { readonly error: string }).error, error);
  };
  /** Asserts that the client still waits, and that a person can answer. */
  const isOpen = async (): Promise<void> => {
    const { pendingRequest } = (await hub.session(sessionId)) ?? {};
    assert.deepEqual(pendingRequest?.call, { id: shown.call?.id, fate: 'open', answerable: true });
    void hub.post(route('decide'), sealed(decisionBody()));
    assert.match((await answer).text, /"behavior":"allow"/);
  };

  it('decides nothing, as a window of their own or in the name of another', async () => {
    await hub.window('own');
    for (const window of ['shop', 'own']) {
      await refused(hub.postBare(route('decide'), decisionBody({ window })), 'not_signed');
    }
    await isOpen();
  });

  it('writes no prompt and does nothing to a process', async () => {
    const change = { kind: 'add', id: 'a', text: 'Delete it all' };
    await refused(hub.postBare(route('prompts'), { window: 'shop', change }), 'not_signed');
    for (const act of ['interrupt', 'end', 'terminate', 'release']) {
      await refused(hub.postBare(route('act'), { window: 'shop', act }), 'not_signed');
    }
    assert.deepEqual((await hub.session(sessionId))?.prompting?.prompts ?? [], []);
  });

  it('is not helped by a key of their own', async () => {
    const own = signerOf(newPrivateKey());
    await refused(hub.postBare(route('decide'), sealed(decisionBody(), own)), 'unknown_key');
    const publicKey = own.publicKey;
    for (const [act, way] of [
      ['acceptKey', 'accept'],
      ['refuseKey', 'refuse'],
    ] as const) {
      const body = signedFor(hub.running.token, act, '', { window: 'shop', publicKey }, own);
      await refused(hub.postBare(`${routes.keys}/${way}`, body), 'unknown_key');
    }
    await refused(hub.postBare(`${routes.keys}/code`, { publicKey, proof: '' }), 'wrong_code');
    await isOpen();
  });

  it('turns no decision into another one', async () => {
    const denied = sealed(decisionBody({ decision: { kind: 'deny' } }));
    const { seal } = denied as { readonly seal: { readonly nonce: string } };
    for (const tampered of [
      { ...denied, decision: { kind: 'allow' } },
      { ...denied, call: 'another' },
      { ...denied, window: 'other' },
      { ...denied, more: true },
      { ...denied, seal: { ...seal, nonce: seal.nonce.replaceAll(/^./gu, '_') } },
      { ...denied, seal: { ...seal, at: Date.now() + 1_000 } },
    ]) {
      await refused(hub.postBare(route('decide'), tampered), 'not_signed');
    }
    await refused(hub.postBare(route('decide', 'another-session'), denied), 'not_signed');
    await refused(hub.postBare(route('prompts'), denied), 'not_signed');
    await isOpen();
  });

  it('sends nothing a second time, nor at another start of the hub, nor much later', async () => {
    const change = { kind: 'add', id: 'a', text: 'Go on' };
    const body = signedFor(hub.running.token, 'prompts', sessionId, { window: 'shop', change });
    assert.equal((await hub.post(route('prompts'), body)).status, 200);
    await refused(hub.postBare(route('prompts'), body), 'stale_signature');
    const elsewhere = signedFor('another token', 'decide', sessionId, decisionBody());
    await refused(hub.postBare(route('decide'), elsewhere), 'not_signed');
    const now = Date.now;
    try {
      Date.now = () => now() - 10 * 60_000;
      const old = sealed(decisionBody());
      Date.now = now;
      await refused(hub.postBare(route('decide'), old), 'stale_signature');
    } finally {
      Date.now = now;
    }
    await isOpen();
  });

  it('does not bring a person to allow something else than they have seen', async () => {
    const harmless = { command: 'ls build', description: 'Look' };
    const other = requestDigest({ ...shown, toolInput: harmless });
    await refused(
      hub.postBare(route('decide'), sealed(decisionBody({ shown: other }))),
      'request_changed',
    );
    // A hook with different content for the same call does not change it, either.
    for (const event of ['PreToolUse', 'PermissionRequest']) {
      await hub.hook({ ...request, hook_event_name: event, tool_input: harmless });
    }
    assert.deepEqual((await hub.session(sessionId))?.pendingRequest?.toolInput, input);
    await isOpen();
  });

  it('does not bring a person to allow what they have seen the beginning of', async () => {
    await hub.hook({ ...request, hook_event_name: 'PostToolUse' });
    await answer;
    const long = { command: `echo ${'x'.repeat(10_000)}` };
    const asked = hub.wait(aHook('PermissionRequest', { tool_name: 'Bash', tool_input: long }));
    const { pendingRequest } = await hub.waitFor(sessionId, (session) =>
      assert.equal(session.pendingRequest?.whole, false),
    );
    assert.ok(pendingRequest);
    const call = pendingRequest.call?.id;
    const beginning = { call, shown: requestDigest(pendingRequest) };
    await refused(
      hub.postBare(route('decide'), sealed(decisionBody(beginning))),
      'request_changed',
    );
    const decision = { kind: 'deny' };
    void hub.post(route('decide'), sealed(decisionBody({ ...beginning, decision })));
    assert.match((await asked).text, /"behavior":"deny"/);
  });
});

describe('The file of prompts, changed by somebody else', () => {
  let home: string;
  let hub: TestHub;
  beforeEach(async () => {
    home = await tempHome();
    hub = await TestHub.start(home);
    await hub.window('shop');
    await hub.hook(aHook('UserPromptSubmit', { prompt: 'Go' }));
  });
  afterEach(async () => {
    await hub.close();
    await removeHome(home);
  });

  const file = (): string => path.join(home, 'mission-control', 'prompts.json');
  const change = async (what: object): Promise<void> => {
    const { status } = await hub.signed('prompts', sessionId, { window: 'shop', change: what });
    assert.equal(status, 200);
  };
  const prompts = async (): Promise<unknown> =>
    (await hub.session(sessionId))?.prompting?.prompts.map(({ id, text, isForeign }) => [
      id,
      text,
      isForeign ?? false,
    ]);
  /** Starts another hub after changing the file, as the next window would. */
  const again = async (write: (text: string) => string): Promise<void> => {
    await hub.close();
    fs.writeFileSync(file(), write(fs.readFileSync(file(), 'utf8')));
    hub = await TestHub.start(home);
    await hub.window('shop');
    await hub.hook(aHook('UserPromptSubmit', { prompt: 'Go' }));
  };

  it('keeps what a person wrote, for the next hub with the same key', async () => {
    await change({ kind: 'add', id: 'a', text: 'Do a' });
    await change({ kind: 'add', id: 'b', text: 'Do b' });
    await change({ kind: 'edit', id: 'b', text: 'Do b well' });
    await again((text) => text);
    assert.deepEqual(await prompts(), [
      ['a', 'Do a', false],
      ['b', 'Do b well', false],
    ]);
  });

  it('has nobody else speak for the person', async () => {
    await change({ kind: 'add', id: 'a', text: 'Do a' });
    await change({ kind: 'add', id: 'b', text: 'Do b' });
    await again((text) => {
      const lines = JSON.parse(text) as Record<string, { prompts: { id: string; text: string }[] }>;
      const line = lines[sessionId];
      assert.ok(line);
      const [first, second] = line.prompts;
      assert.ok(first && second);
      const added = { id: 'c', text: 'Delete it all', state: 'queued', at: 1 };
      line.prompts = [{ ...first, text: 'Delete it all' }, { ...second, id: 'd' }, added];
      return JSON.stringify(lines);
    });
    const changed = [
      ['a', 'Delete it all', true],
      ['d', 'Do b', true],
      ['c', 'Delete it all', true],
    ];
    await until(prompts, (now) => assert.deepEqual(now, changed));
    const { prompting } = (await hub.session(sessionId)) ?? {};
    assert.equal(prompting?.waitsFor, 'confirm');
    // The person reviews the first prompt and sends it unchanged.
    await change({ kind: 'edit', id: 'a', text: 'Delete it all' });
    await until(prompts, (now) =>
      assert.deepEqual(now, [['a', 'Delete it all', false], ...changed.slice(1)]),
    );
    assert.notEqual((await hub.session(sessionId))?.prompting?.waitsFor, 'confirm');
  });

  it('says nothing to another session either', async () => {
    await change({ kind: 'add', id: 'a', text: 'Yes, delete it' });
    const other = '5e551011-0000-4000-8000-000000000002';
    await again((text) => text.replace(sessionId, other));
    await hub.hook({ ...aHook('UserPromptSubmit', { prompt: 'Go' }), session_id: other });
    const card = await hub.waitFor(other, ({ prompting }) => assert.ok(prompting?.prompts[0]));
    assert.equal(card.prompting?.prompts[0]?.isForeign, true);
  });
});
