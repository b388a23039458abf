import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { carrierFaultText } from '../../../../src/shared/phone/carrierFaultText';
import {
  carrierGuide,
  carrierNoticeText,
  carrierStepText,
  carrierText,
  offeredCarriers,
} from '../../../../src/shared/phone/carrierText';
import { carrierKindSchema } from '../../../../src/shared/protocol/phones';

describe('What is said of a carrier', () => {
  it('is there for each, and each is offered once', () => {
    const kinds = carrierKindSchema.safeParse('forwarded').success ? offeredCarriers : [];
    assert.equal(new Set(kinds).size, 6);
    const names = kinds.map((kind) => carrierText(kind).name);
    assert.equal(new Set(names).size, kinds.length);
    for (const kind of kinds) {
      const { needs, privacy } = carrierText(kind);
      for (const text of [needs, privacy]) assert.match(text, /^[A-Z].+\.$/);
    }
  });

  it('leads step by step where the person opens it', () => {
    assert.match(carrierGuide('forwarded', 47_911).join(' '), /Ports view.+47911.+Public/);
    assert.match(carrierGuide('ownUrl', 47_911).join(' '), /http:\/\/127\.0\.0\.1:47911/);
    assert.deepEqual(carrierGuide('tailscale', 47_911), []);
  });

  it('names the program in each step', () => {
    assert.match(carrierStepText({ kind: 'quickTunnel', step: 'program' }), /cloudflared/);
    assert.match(carrierStepText({ kind: 'funnel', step: 'status' }), /Tailscale/);
    assert.equal(carrierStepText({ kind: 'ownUrl', step: 'of another version' }), 'Preparing…');
  });

  it('draws what foreign programs say, and says something of faults that it does not know', () => {
    const fault = { code: 'programFailed', detail: 'bad \u001B[31m\u202Ething' };
    const shown = carrierFaultText({ kind: 'tailscale', fault });
    for (const hidden of ['\u001B', '\u202E']) assert.ok(!shown.includes(hidden));
    assert.match(shown, /Tailscale ended: bad/);
    for (const code of ['toString', '__proto__', 'of another version']) {
      const text = carrierFaultText({ kind: 'tailscale', fault: { code } });
      assert.equal(text, 'This way does not work now. Choose another.');
    }
    assert.equal(carrierNoticeText('of another version'), undefined);
  });

  it('is a sentence for each fault that a carrier knows', () => {
    const slugs = readFileSync('src/shared/phone/carrierSlugs.ts', 'utf8');
    const codes = [...(slugs.split('CarrierFaultCode')[1] ?? '').matchAll(/\| '(\w+)'/g)];
    assert.ok(codes.length > 30);
    for (const [, code = ''] of codes) {
      const text = carrierFaultText({ kind: 'tailscale', fault: { code, detail: 'x' } });
      assert.doesNotMatch(text, /does not work now/, code);
    }
  });
});
