import assert from 'node:assert/strict';
import { isEdited, planMessage, type PlanReply } from '../../../../src/shared/text/planMessage';

const plan = '# A plan\n\n1. Do it.\n2. Test it.\n3. Ship it.\n';

const message = (values: Partial<PlanReply>): string | undefined =>
  planMessage({ plan, text: values.plan ?? plan, comments: [], remark: '', ...values });
const at = (start: number, end: number, ...texts: readonly string[]) => ({ start, end, texts });

describe('What a plan is sent back with', () => {
  it('is nothing where nobody said anything', () => {
    assert.equal(message({}), undefined);
    assert.equal(message({ remark: '  \n', comments: [at(0, 0, ' ')] }), undefined);
  });

  it('is the remark alone where no line is meant', () => {
    assert.equal(message({ remark: ' Too long. ' }), 'Too long.');
  });

  it('names and quotes the lines that each comment is about, in their order', () => {
    const comments = [at(3, 4, 'Swap these.', 'And why ship?'), at(2, 2, 'Say how.')];
    assert.equal(
      message({ remark: 'Nearly.', comments }),
      [
        'Nearly.',
        '',
        'My comments on the plan, by its lines:',
        '',
        'Line 3:',
        '> 1. Do it.',
        '',
        'Say how.',
        '',
        'Lines 4 to 5:',
        '> 2. Test it.',
        '> 3. Ship it.',
        '',
        'Swap these.',
        '',
        'And why ship?',
      ].join('\n'),
    );
  });

  it('holds the plan as the person changed it, in which its lines count', () => {
    const text = '# A plan\n\nFirst:\n\n1. Do ```it```.\n';
    const actual = message({ text, comments: [at(4, 4, 'Slowly.')] });
    assert.equal(
      actual,
      [
        'My comments on the plan, by the lines of its text below:',
        '',
        'Line 5:',
        '> 1. Do ```it```.',
        '',
        'Slowly.',
        '',
        'I changed the plan. Take it as follows:',
        '',
        '````markdown',
        ...text.trimEnd().split('\n'),
        '````',
      ].join('\n'),
    );
  });

  it('quotes the beginning of what is long, and lines that are gone as the last ones', () => {
    const long = Array.from({ length: 30 }, (_, index) => `${index + 1} ${'x'.repeat(900)}`);
    const actual = message({ plan: long.join('\n'), comments: [at(0, 99, 'Shorter.')] }) ?? '';
    assert.match(actual, /^My comments[^]*\n\nLines 1 to 30:\n> 1 x+…\n> 2 /);
    assert.match(actual, /> 11 x+…\n> \[…\]\n\nShorter\.$/);
    assert.ok(actual.length < 5_000, String(actual.length));
    assert.match(message({ comments: [at(70, 80, 'Gone.')] }) ?? '', /Line 6:\n>\n\nGone\./);
  });
});

describe('A plan is edited', () => {
  for (const [text, edited] of [
    [plan, false],
    [plan.replaceAll('\n', '\r\n'), false],
    [`${plan.trimEnd()}  `, false],
    [`${plan}\n\n`, false],
    [plan.replace('2.', '4.'), true],
    ['', true],
    [`\n${plan}`, true],
  ] as const)
    it(`${edited ? '' : 'not '}by ${JSON.stringify(text)}`, () => {
      assert.equal(isEdited(plan, text), edited);
    });
});
