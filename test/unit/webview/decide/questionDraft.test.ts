import assert from 'node:assert/strict';
import { askedQuestions } from '../../../../src/shared/request/questions';
import {
  answersOf,
  chooseOption,
  chooseTypedAnswer,
  formDraft,
  typeAnswer,
  type FormDraft,
} from '../../../../src/webview/decide/questionDraft';
import { threeQuestions } from '../../../support/board/someQuestions';

const questions = askedQuestions({ questions: threeQuestions });
const empty = formDraft(undefined, questions);

function withFirst(form: FormDraft, first: FormDraft['questions'][number]): FormDraft {
  return { ...form, questions: [first, ...form.questions.slice(1)] };
}

describe('The draft of a form', () => {
  it('has no answers until every question has one', () => {
    const filled = { chosen: [1], words: '', own: false };
    assert.equal(answersOf(questions, empty), undefined);
    assert.equal(answersOf(questions, withFirst(empty, filled)), undefined);
    const all = { ...empty, questions: [filled, filled, filled] };
    assert.deepEqual(answersOf(questions, all), [['Blue'], ['Export'], ['Desk']]);
  });

  it('answers with the agent’s labels and the typed text', () => {
    const [value, words] = ['Blue\u202E  sky', ' a dark  mode '];
    const asked = askedQuestions({
      questions: [
        { question: 'Which?', multiSelect: true, options: [{ label: value }, { label: 'Red' }] },
      ],
    });
    const [none = assert.fail()] = formDraft(undefined, asked).questions;
    const both = typeAnswer(chooseOption(none, 0, true), words, true);
    assert.notEqual(asked[0]?.options[0]?.label, value);
    assert.deepEqual(answersOf(asked, { step: 0, questions: [both] }), [[value, 'a dark  mode']]);
    const alone = typeAnswer(none, words, true);
    assert.deepEqual(answersOf(asked, { step: 0, questions: [alone] }), [['a dark  mode']]);
  });

  it('has one chosen option, or with multiple choice several in the order of the options', () => {
    const [none = assert.fail()] = empty.questions;
    assert.deepEqual(chooseOption(chooseOption(none, 0, false), 1, false).chosen, [1]);
    assert.deepEqual(chooseOption(chooseOption(none, 2, true), 0, true).chosen, [0, 2]);
    assert.deepEqual(chooseOption(chooseOption(none, 2, true), 2, true).chosen, []);
  });

  it('has typed text in place of an option, or with multiple choice in addition to options', () => {
    const [none = assert.fail()] = empty.questions;
    const written = typeAnswer(chooseOption(none, 0, false), 'Green', false);
    assert.deepEqual(written, { chosen: [], words: 'Green', own: true });
    assert.deepEqual(chooseOption(written, 1, false), { chosen: [1], words: 'Green', own: false });
    assert.deepEqual(typeAnswer(chooseOption(none, 0, true), 'Green', true).chosen, [0]);
    assert.equal(typeAnswer(written, '  ', false).own, false);
    assert.deepEqual(
      answersOf(questions, withFirst(empty, chooseTypedAnswer(none, true, false))),
      undefined,
    );
  });

  it('is restored as far as it matches the questions', () => {
    for (const stored of [undefined, null, 'x', [], { step: 99, questions: 'no' }]) {
      assert.deepEqual(formDraft(stored, questions), empty);
    }
    const kept = {
      step: 1,
      questions: [
        { chosen: [0, 1, 'x', 7], words: 3, own: 'yes' },
        { chosen: [2, 99, 0], own: true },
      ],
    };
    const form = formDraft(kept, questions);
    assert.deepEqual(form.questions[0], { chosen: [0], words: '', own: false });
    assert.deepEqual(form.questions[1], { chosen: [2, 0], words: '', own: true });
    assert.deepEqual([form.step, form.questions.length], [1, 3]);
  });
});
