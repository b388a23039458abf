import assert from 'node:assert/strict';
import { checkedLabel, checkedSessionId } from '../../../src/extension/api/labelCheck';
import { labelOfferSchema } from '../../../src/shared/protocol/layers/labels';

const whole = {
  label: 'Deployed',
  icon: 'rocket',
  tone: 'green',
  urgency: -1,
  badges: [
    { text: 'live', icon: 'globe', tone: 'blue', tooltip: 'Since 14:02', href: 'https://a.dev/' },
    { text: { message: '{0} pass', args: [3] } },
  ],
  detail: { message: 'To {0}', args: ['prod'] },
};

function refuses(label: unknown, message: RegExp): void {
  assert.throws(
    () => checkedLabel(label),
    (error: unknown) => error instanceof TypeError && message.test(error.message),
    String(message),
  );
}

describe('A label of an extension', () => {
  it('is copied whole, and fits what the hub takes', () => {
    const label = checkedLabel(whole);
    assert.deepEqual(label, whole);
    assert.notEqual(label.badges, whole.badges);
    const collections = [{ id: 'a.b', labels: [{ sessionId: 's', label }] }];
    assert.ok(labelOfferSchema.safeParse({ window: 'w', collections }).success);
    assert.deepEqual(checkedLabel({}), {});
  });

  it('may have fields of a later version, which are left out', () => {
    assert.deepEqual(checkedLabel({ label: 'A', sparkle: true }), { label: 'A' });
  });

  it('loses an icon or tone that is not known, and its author hears so', () => {
    const notes: string[] = [];
    const label = checkedLabel({ icon: 'unicorn', badges: [{ text: 'a', tone: 'pink' }] }, (text) =>
      notes.push(text),
    );
    assert.deepEqual(label, { badges: [{ text: 'a' }] });
    assert.equal(notes.length, 2);
    assert.match(notes[0] ?? '', /^icon “unicorn” is not known and left out; known: archive, /u);
    assert.match(notes[1] ?? '', /^badges\[0\]\.tone “pink”/u);
  });

  it('is refused with words that say what to do', () => {
    refuses('Deployed', /The label is a string: give an object such as \{ label: 'Deployed' \}/);
    refuses(null, /is null/);
    refuses([whole], /is an array/);
    refuses(Promise.resolve(whole), /is a promise: await it/);
    refuses({ label: 7 }, /^label is a number: give a text, or \{ message: /);
    refuses(
      { label: { message: 'a', args: [{}] } },
      /^label\.args takes at most 10 texts and finite/,
    );
    refuses({ label: { message: 'a', args: [NaN] } }, /^label\.args/);
    refuses({ label: { message: 'a', args: Array<number>(11).fill(1) } }, /^label\.args/);
    refuses({ icon: 7 }, /^icon is a number: name one of archive, /);
    refuses({ urgency: 5 }, /^urgency is -1, 0 or 1/);
    refuses({ badges: 'live' }, /^badges is a string: give an array/);
    refuses({ badges: ['live'] }, /^badges\[0\]\.text is missing/);
    refuses(
      { badges: Array.from({ length: 17 }, () => ({ text: 'a' })) },
      /17 badges, and at most 16/,
    );
  });

  it('is refused where it is too long, also with the values of a message', () => {
    refuses(
      { label: 'x'.repeat(81) },
      /^label has 81 characters, and at most 80 are taken: shorten/,
    );
    refuses({ label: { message: '{0}', args: ['x'.repeat(81)] } }, /^label has 81/);
    refuses({ detail: 'x'.repeat(301) }, /^detail has 301/);
    refuses({ badges: [{ text: 'x'.repeat(201) }] }, /^badges\[0\]\.text has 201/);
    refuses({ badges: [{ text: 'a', tooltip: 'x'.repeat(301) }] }, /^badges\[0\]\.tooltip has 301/);
    assert.ok(checkedLabel({ label: 'x'.repeat(80), detail: 'x'.repeat(300) }));
  });

  it('is refused for what the hub would refuse all labels of the window for', () => {
    const long = 'x'.repeat(2001);
    refuses({ label: { message: 'Hi', args: [long] } }, /^a part of label has 2001 characters/);
    refuses({ detail: { message: '{0}'.repeat(700), args: [''] } }, /^a part of detail has 2100/);
    const label = checkedLabel({ label: { message: '{0}'.repeat(600), args: [''] } });
    const collections = [{ id: 'a.b', labels: [{ sessionId: 's', label }] }];
    assert.ok(labelOfferSchema.safeParse({ window: 'w', collections }).success);
  });

  it('leads to https alone', () => {
    const href = (address: unknown) => ({ badges: [{ text: 'a', href: address }] });
    for (const address of [
      'http://a.dev/',
      'command:workbench.action.quit',
      'javascript:alert(1)',
      'vscode://a',
      '//a.dev',
      'https://',
      'https://github.com@a.dev/',
      'https://:secret@a.dev/',
      7,
      `https://a.dev/${'x'.repeat(2000)}`,
    ])
      refuses(href(address), /^badges\[0\]\.href takes an https address/);
  });

  it('has each of its fields read once', () => {
    let reads = 0;
    const label = {
      get label() {
        reads += 1;
        return reads === 1 ? 'Short' : 'x'.repeat(1000);
      },
    };
    assert.deepEqual(checkedLabel(label), { label: 'Short' });
  });

  it('is of a session by a text', () => {
    assert.equal(checkedSessionId('a'), 'a');
    for (const id of ['', 7, undefined, 'x'.repeat(201)]) {
      assert.throws(() => checkedSessionId(id), TypeError);
    }
  });
});
