import assert from 'node:assert/strict';
import {
  compactionPoint,
  contextWindowTokens,
} from '../../../../../src/extension/agents/claude/models/contextWindow';

describe('contextWindowTokens', () => {
  const table: readonly (readonly [string, number])[] = [
    ['claude-3-5-haiku-20241022', 200_000],
    ['claude-3-7-sonnet-20250219', 200_000],
    ['claude-sonnet-4-20250514', 200_000],
    ['claude-sonnet-4-5-20250929', 200_000],
    ['claude-sonnet-4-6', 200_000],
    ['claude-opus-4-1-20250805', 200_000],
    ['claude-opus-4-5-20251101', 200_000],
    ['claude-opus-4-6', 200_000],
    ['claude-haiku-4-5-20251001', 200_000],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 200_000],
    ['claude-sonnet-4-5-20250929[1m]', 1_000_000],
    ['claude-opus-4-6[1M]', 1_000_000],
    ['sonnet[1m]', 1_000_000],
    ['claude-opus-4-7', 1_000_000],
    ['claude-opus-5', 1_000_000],
    ['claude-opus-5-5', 1_000_000],
    ['claude-sonnet-5', 1_000_000],
    ['claude-haiku-5-5', 1_000_000],
    ['claude-fable-5-2', 1_000_000],
    ['claude-mythos-preview', 1_000_000],
    ['anthropic.claude-opus-5-5', 1_000_000],
  ];
  for (const [model, tokens] of table) {
    it(`${model}: ${tokens}`, () => assert.equal(contextWindowTokens(model), tokens));
  }
  it('takes the nearest version of the family for one it does not know', () => {
    assert.equal(contextWindowTokens('claude-opus-7'), 1_000_000);
    assert.equal(contextWindowTokens('claude-opus-4-3'), 200_000);
  });
  it('takes a long window, as the client does, for a model of a later family', () => {
    assert.equal(contextWindowTokens('claude-saga-6'), 1_000_000);
  });
  it('guesses no window of a model that is none of Anthropic’s', () => {
    assert.equal(contextWindowTokens('glm-4.6'), 0);
    assert.equal(contextWindowTokens('qwen3-coder:30b'), 0);
  });
});

describe('the point of automatic compaction', () => {
  it('is known of the long window, and where it was seen', () => {
    assert.equal(compactionPoint(1_000_000, undefined), 977_000);
    assert.equal(compactionPoint(1_000_000, 950_000), 950_000);
    assert.equal(compactionPoint(200_000, 168_000), 168_000);
  });

  it('is not guessed', () => {
    assert.equal(compactionPoint(200_000, undefined), undefined);
    assert.equal(compactionPoint(200_000, 900_000), undefined);
    assert.equal(compactionPoint(0, 5), undefined);
  });
});
