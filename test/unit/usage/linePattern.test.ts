import assert from 'node:assert/strict';
import { keyBytes } from '../../../src/extension/hub/usage/jsonBytes';
import { LinePattern } from '../../../src/extension/hub/usage/linePattern';
import { ViewOf } from '../../../src/extension/hub/usage/sameBytes';

const keys = [keyBytes('uuid')];

/** What a pattern that was learned from one text says of another that begins at the same place. */
function matched(pattern: LinePattern, text: string, end = Buffer.byteLength(text)): number {
  const bytes = Buffer.from(`>>${text}`);
  const behind = pattern.match(bytes, new ViewOf().of(bytes), 2, end + 2);
  return behind < 0 ? -1 : behind - 2;
}

function learned(text: string): LinePattern {
  const pattern = new LinePattern();
  pattern.learn(Buffer.from(text), 0, Buffer.byteLength(text), keys);
  return pattern;
}

const part = '{"input_tokens":12,"uuid":"ab-cd","name":"uuid","more":{"count":3,"list":[7,"x:5"]}}';
const gaps = ['12', 'ab-cd', '3'].map((text) => {
  const start = part.indexOf(text);
  return { start, end: start + text.length };
});

describe('A part of a line', () => {
  it('is told by everything but its numbers and the texts of some keys', () => {
    const pattern = learned(part);
    const other = part.replace('12', '9876543').replace('ab-cd', '').replace(':3', ':0');
    assert.equal(matched(pattern, other), other.length);
    const place = other.indexOf('9876543') + 2;
    assert.deepEqual([pattern.starts[0], pattern.ends[0]], [place, place + 7]);
    assert.equal(pattern.end, other.length + 2);
  });

  it('is another where any other byte is', () => {
    const pattern = learned(part);
    for (let place = 0; place < part.length; place += 1) {
      if (gaps.some(({ start, end }) => place >= start && place < end)) continue;
      const other = `${part.slice(0, place)}~${part.slice(place + 1)}`;
      assert.equal(matched(pattern, other), -1, other);
      assert.equal(matched(pattern, part, place), -1, 'cut off');
    }
    assert.equal(matched(pattern, part), part.length);
  });

  it('is another where a number or a text is of another kind', () => {
    const pattern = learned(part);
    for (const number of ['', '1.5', '-1', '1e3', '"1"', 'null']) {
      assert.equal(matched(pattern, part.replace('12', number)), -1, number);
    }
    for (const text of ['\\"', 'a\\\\', 'a","uuid":"b']) {
      assert.equal(matched(pattern, part.replace('ab-cd', text)), -1, text);
    }
  });

  it('has texts of any length', () => {
    const pattern = learned(part);
    for (let length = 0; length < 40; length += 1) {
      const other = part.replace('ab-cd', 'ü'.repeat(length));
      assert.equal(matched(pattern, other), Buffer.byteLength(other));
      const start = other.indexOf('"uuid":"') + 10;
      assert.deepEqual([pattern.starts[1], pattern.ends[1]], [start, start + 2 * length]);
    }
  });

  it('is not remembered where it is too long, has too many gaps or ends in a text', () => {
    const many = `{${Array.from({ length: 65 }, (_, index) => `"k${index}":1`).join(',')}}`;
    const long = `{"text":"${'x'.repeat(5_000)}"}`;
    for (const text of [many, long, '{"uuid":"ab', '{"uu']) {
      assert.equal(matched(learned(text), text), -1, text.slice(0, 40));
    }
  });
});
