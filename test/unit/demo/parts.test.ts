import * as assert from 'node:assert/strict';
import { scene } from '../../tools/demo/beats';
import { ContextMeter } from '../../support/transcript/contextMeter';
import { Random } from '../../support/random';
import { Timeline } from '../../tools/demo/timeline';
import { bash, edit } from '../../tools/demo/client/toolCall';

describe('an edit', () => {
  const patchOf = (original: string, before: string, after: string): unknown =>
    (edit('/p/file', original, before, after).response as { structuredPatch: unknown[] })
      .structuredPatch[0];

  it('is one hunk of whole lines, as the client records it', () => {
    assert.deepEqual(patchOf('hello\nworld\n', 'world', 'there'), {
      oldStart: 1,
      oldLines: 2,
      newStart: 1,
      newLines: 2,
      lines: [' hello', '-world', '+there'],
    });
  });

  it('has three lines around it at most', () => {
    assert.deepEqual(patchOf('1\n2\n3\n4\n5 five\n6\n7\n8\n9\n', 'five', 'V\n5 b'), {
      oldStart: 2,
      oldLines: 7,
      newStart: 2,
      newLines: 8,
      lines: [' 2', ' 3', ' 4', '-5 five', '+5 V', '+5 b', ' 6', ' 7', ' 8'],
    });
  });
});

describe('a command', () => {
  it('that fails tells its exit code before its output', () => {
    const call = bash('make', 'Build', { fails: 2, out: 'no rule' });
    assert.equal(call.failure, 'Exit code 2\nno rule');
  });

  it('without output says so to the model', () => {
    assert.equal(bash('touch a', 'Create').text, '(Bash completed with no output)');
  });
});

describe('a context meter', () => {
  it('writes to the cache what is new and reads what was there', () => {
    const meter = new ContextMeter(1000);
    const first = meter.answer(50, 4);
    meter.add(200);
    const second = meter.answer(30, 4);
    assert.deepEqual(
      [first, second].map((usage) => [
        usage.cache_read_input_tokens,
        usage.cache_creation_input_tokens,
      ]),
      [
        [0, 1000],
        [1000, 250],
      ],
    );
    assert.equal(meter.usedTokens, 1280);
  });
});

describe('a timeline', () => {
  it('runs what is due in the order of time, then of scheduling', () => {
    const timeline = new Timeline();
    const order: string[] = [];
    timeline.after(20, () => order.push('c'));
    timeline.after(10, () => order.push('a'));
    timeline.after(10, () => order.push('b'));
    timeline.advance(15);
    assert.deepEqual(order, ['a', 'b']);
    timeline.advance(20);
    assert.deepEqual(order, ['a', 'b', 'c']);
  });

  it('keeps what is still to come when the present becomes zero', () => {
    const timeline = new Timeline();
    timeline.after(100, () => {});
    timeline.advance(60);
    timeline.rebase();
    assert.equal(timeline.next, 40);
  });

  it('resumes a routine after what it yields', () => {
    const timeline = new Timeline();
    const times: number[] = [];
    timeline.start(
      (function* () {
        times.push(timeline.now);
        yield 30;
        times.push(timeline.now);
      })(),
    );
    timeline.advance(100);
    assert.deepEqual(times, [0, 30]);
  });
});

describe('a seed', () => {
  it('makes ids of the forms that client and service use', () => {
    const random = new Random('seed');
    assert.match(
      random.uuid(),
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    assert.match(random.serviceId('toolu'), /^toolu_01[0-9A-Za-z]{22}$/);
    assert.equal(new Random('a').uuid(), new Random('a').uuid());
    assert.notEqual(new Random('a').uuid(), new Random('b').uuid());
  });
});

describe('a scene of a story', () => {
  it('is refused with the name of the beat that is wrong', () => {
    assert.throws(() => scene.parse([{ prmopt: 'Go on.' }]), /“prmopt”.*no such beat/);
    assert.throws(() => scene.parse({ bash: 'ls', for: 'List', takes: '4' }), /“bash”[^]*takes/);
    assert.throws(() => scene.parse({ 'task 1': [{ stop: 'Done.', told: '' }] }), /“stop”[^]*told/);
  });
});
