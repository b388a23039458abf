import assert from 'node:assert/strict';
import { Conversation } from '../../../../../src/extension/agents/claude/conversation/conversation';
import { lineWindow } from '../../../../support/transcript/linesOf';
import { agent, type Fields, note, result, user } from '../../../../support/transcript/treeEntries';

describe('A long conversation', () => {
  it('reads a branch that was taken back in a time that grows with its entries alone', function () {
    this.timeout(15_000);
    const branch: Fields[] = [user('root', null), user('0', 'root')];
    for (let index = 1; index < 30_000; index += 1)
      branch.push(agent(String(index), String(index - 1)));
    const window = lineWindow([...branch, user('last', 'root')]);
    const conversation = new Conversation(() => '');
    for (const line of window) conversation.add(line);
    const places = conversation.overview.takenBack.map(({ from, to }) => [from, to]);
    assert.deepEqual(places, [[window[1]?.at, window.at(-1)?.at]]);
  });

  it('follows parallel calls without a search for each', function () {
    this.timeout(10_000);
    const conversation = new Conversation(() => '');
    const lines: Fields[] = [user('a', null), user('0', null)];
    for (let index = 1; index < 60_000; index += 1)
      lines.push(agent(String(index), String(index - 1)));
    for (let index = 0; index < 600; index += 1) lines.push(result(`r${index}`, '59999'));
    const window = lineWindow(lines);
    for (const line of window.slice(0, -600)) conversation.add(line);
    const before = conversation.overview;
    assert.equal(before.takenBack.length, 1);
    for (const line of window.slice(-600)) {
      conversation.add(line);
      assert.equal(conversation.overview, before);
    }
  });

  it('knows at each entry what it knows by the whole file', () => {
    const common = [user('a', null), agent('A', 'a'), note('n', 'm'), user('b', 'n')];
    const two = [user('c', 'A'), note('m', 'A'), agent('B', 'b'), note('o', 'B'), note('p', 'o')];
    const lines = [
      ...common,
      ...two,
      user('d', 'A'),
      agent('D', 'd'),
      agent('C', 'c'),
      note('q', 'p'),
    ];
    const followed = new Conversation(() => '');
    const window = lineWindow([
      ...lines,
      user('e', 'gone'),
      agent('E', 'e'),
      user('f', 'A'),
      note('s', 'A'),
      user('t', 's'),
    ]);
    for (const [index, line] of window.entries()) {
      followed.add(line);
      const { takenBack: found } = followed.overview;
      const whole = new Conversation(() => '');
      for (const one of window.slice(0, index + 1)) whole.add(one);
      assert.deepEqual(found, whole.overview.takenBack, String(index));
    }
  });
});
