import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { noticeOf } from '../../../src/extension/views/attention/notice';
import { editCall } from '../../../src/extension/util/files/editCall';
import { pendingEdit } from '../../../src/extension/views/control/pendingEdit';
import { requestDetail } from '../../../src/extension/views/control/requestText';
import { preview } from '../../../src/extension/hub/domain/card/preview';
import { escapeMarkdown } from '../../../src/extension/views/markdown';
import { requestOf } from '../../../src/shared/board/texts/partTexts';
import { sessionMarkdown } from '../../../src/extension/views/sessionText';
import { isShownCompletely } from '../../../src/shared/request/toldWhole';
import type { LiveSession, PendingRequest } from '../../../src/shared/protocol/protocol';
import { askedQuestions } from '../../../src/shared/request/questions';
import { requestParts } from '../../../src/shared/request/requestParts';
import { activityLineOf } from '../../../src/shared/board/activityLine';
import { hostileCommand, hostileText } from '../../support/hostileText';
import { aPendingRequest, aSession, builderNow } from '../../support/sessionBuilder';
import { originalOf } from '../../support/shownBack';

const now = Date.parse(builderNow);

function asking(toolName: string, toolInput: unknown): PendingRequest {
  return aPendingRequest({ toolName, toolInput, suggestions: [] });
}

function asks(pendingRequest: PendingRequest): LiveSession {
  return aSession({
    pendingRequest,
    agentState: {
      group: 'needs_you',
      state: 'needs_permission',
      label: `Needs permission: ${pendingRequest.toolName}`,
    },
  });
}

/** A request as views receive it: a preview, whose `whole` is false if it is cut. */
function onBoard(request: PendingRequest): PendingRequest {
  const { value, whole } = preview(request.toolInput);
  return { ...request, toolInput: value, whole };
}

/** The mark of a shortened text: a count, or a note. */
const saysSo = /⟨\d[\d,]* (?:more characters|blanks and tabs|empty lines)⟩|\(not all of it\)$/u;

/** Asserts that a shown text either allows its original to be restored, or says that it is cut. */
function isHonest(drawn: string, original: string, isLine: boolean): void {
  if (!saysSo.test(drawn)) assert.equal(originalOf(drawn, isLine), original);
}

function forAny(text: fc.Arbitrary<string>, promise: (text: string) => void): void {
  fc.assert(fc.property(text, promise), { numRuns: 600 });
}

describe('What runs can be told from what was shown, or the person is told that it is not all', () => {
  it('on the card', () => {
    forAny(hostileCommand, (command) => {
      const request = asking('Bash', { command });
      const parts = requestParts(request.toolName, request.toolInput);
      assert.equal(parts.length, 1);
      const [part] = parts;
      if (isShownCompletely(request, parts))
        assert.equal(originalOf(part?.text ?? '', false), command);
      else isHonest(part?.text ?? '', command, false);
    });
  });

  it('on the card, of what is deep in the input of a foreign tool', () => {
    forAny(hostileText, (text) => {
      const input = { [`${text}?`]: 1, deep: { list: [text, { [text]: text }] } };
      const parts = requestParts('mcp__x__y', input);
      const deep = parts.find(({ field }) => field === 'deep');
      assert.ok(deep !== undefined && parts.length === 2);
      const name = parts.find((one) => one !== deep)?.field ?? '';
      if (!saysSo.test(name)) assert.equal(originalOf(name, true), `${text}?`);
      if (deep.missing > 0) isHonest(deep.text, '', false);
      else assert.deepEqual(JSON.parse(originalOf(deep.text, false)), input.deep);
    });
  });

  it('on the card, of a plan', () => {
    forAny(hostileText, (plan) => {
      const [part] = requestParts('ExitPlanMode', { plan });
      if (part?.missing === 0) assert.equal(originalOf(part.text, false), plan);
      else isHonest(part?.text ?? '', plan, false);
    });
  });

  it('in the line of a card and of a row', () => {
    forAny(hostileCommand, (command) => {
      const session = asks(onBoard(asking('Bash', { command })));
      isHonest(activityLineOf(session).text, command, false);
      isHonest(requestOf(session), command, true);
    });
  });

  it('in the hover of a row', () => {
    forAny(hostileCommand, (command) => {
      const session = asks(onBoard(asking('Bash', { command })));
      const markdown = sessionMarkdown(session, now, '/home/dev');
      assert.ok(markdown.includes(escapeMarkdown(requestOf(session, 400))));
      isHonest(requestOf(session, 400), command, true);
    });
  });

  it('in the dialog', () => {
    forAny(hostileCommand, (command) => {
      const { text, isWhole } = requestDetail(asking('Bash', { command }), '/home/dev');
      if (isWhole) assert.equal(originalOf(text.split('\n\nin ')[0] ?? '', false), command);
      else assert.match(text, /Not all of it fits here/);
    });
  });

  it('in a notification, which allows only what nobody can mistake', () => {
    forAny(hostileCommand, (command) => {
      const session = asks(onBoard(asking('Bash', { command })));
      const { message, buttons } = noticeOf([{ session, reach: 'none', call: 'c1' }]);
      const allows = buttons.some(({ action }) => action === 'allow');
      if (allows) {
        assert.ok(message.includes(command));
        assert.match(command, /^[ -~À-ž]*$/u);
      } else isHonest(requestOf(session, 240), command, true);
    });
  });

  it('in a comparison, which has the text itself', () => {
    forAny(hostileText, (content) => {
      const call = editCall('Write', { file_path: '/home/dev/a.txt', content }, '/home/dev');
      assert.ok(call !== undefined);
      assert.equal(pendingEdit(call, '').after, content);
    });
  });

  it('in a question and its choices', () => {
    forAny(hostileText, (text) => {
      const lines = (written: string): string => written.replaceAll('\r\n', '\n');
      const read = lines(text.trim());
      // CRLF counts as one line end, whichever form a mark restores.
      const isRead = (drawn: string): void => {
        if (!saysSo.test(drawn)) assert.equal(lines(originalOf(drawn, false)), read);
      };
      const [asked] = askedQuestions({
        questions: [{ question: text, options: [{ label: `1${text}.`, description: text }] }],
      });
      isRead(asked?.text ?? '');
      const [option] = asked?.options ?? [];
      isRead(option?.description ?? '');
      assert.equal(option?.value, `1${text}.`);
    });
  });
});
