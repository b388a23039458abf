import assert from 'node:assert/strict';
import { sessionRow } from '../../../src/extension/views/tree/sessionRow';
import { sessionMarkdown } from '../../../src/extension/views/sessionText';
import { statusBarState } from '../../../src/extension/views/statusBar/statusBarModel';
import { markdownText } from '../../../src/extension/views/reader/markdownText';
import { textStyle } from '../../../src/extension/reader/items/textStyle';
import { FakeBoard } from '../../support/fakes/fakeBoard';
import { aPendingRequest, aSession, aSubagent, builderNow } from '../../support/sessionBuilder';
import { itemsIn } from '../../support/transcript/transcriptItems';

const hostile: readonly (readonly [title: string, text: string])[] = [
  ['terminal escapes', 'a\u001B]8;;https://x.example\u0007b\u001B[31mc\u009B2Jd\u0007'],
  ['a reversed direction', 'a\u202Egpj.exe\u2066b\u200F'],
  ['control characters', 'a\u0000b\u0008c\u007Fd\u0085'],
  [
    'a Markdown link to a command',
    '[a](command:workbench.action.quit) ![b](https://x.example/b.png)',
  ],
  ['HTML', '<img src=x onerror=alert(1)><script>alert(1)</script><a href="command:x">a</a>'],
  ['product icons', '$(trash) $(sync~spin) \\$(flame)'],
  ['line breaks', 'a\nb\r\nc\u2028d'],
  ['half a character', 'a\uD800b'],
];

const forbidden =
  // eslint-disable-next-line no-control-regex -- control characters are the subject
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

for (const [title, text] of hostile) {
  describe(`Foreign text with ${title}`, () => {
    const session = aSession({
      title: text,
      projectName: text,
      projectPath: `/home/dev/${text}`,
      gitBranch: text,
      model: text,
      lastPrompt: text,
      subagents: [aSubagent({ description: text, agentType: text, state: text })],
      pendingRequest: aPendingRequest({ toolName: text, toolInput: { command: text } }),
      agentState: {
        group: 'needs_you',
        state: text,
        label: text,
        confidence: 1,
        source: 'hook',
        context: { tool: text },
      },
    });
    const now = Date.parse(builderNow);

    const clean = (surface: unknown): void => {
      for (const shown of texts(surface)) assert.doesNotMatch(shown, forbidden);
    };
    const inert = (markdown: string): void => {
      assert.doesNotMatch(markdown, /\]\(|<\w|command:|https?:/);
      const icons = markdown.match(/\$\([^)]*\)/g) ?? [];
      assert.ok(!icons.some((icon) => /trash|sync|flame/.test(icon)), icons.join());
    };

    it('does nothing in a row of the tree', () => clean(sessionRow(session, now)));

    it('does nothing in a tooltip', () => {
      const markdown = sessionMarkdown(session, now, '/home/dev');
      clean(markdown);
      inert(markdown);
    });

    it('does nothing in the status bar', () => {
      const state = statusBarState(new FakeBoard([session]), now);
      clean(state);
      inert(state.tooltip);
      assert.doesNotMatch(state.text, /trash|command|<|https/);
    });

    it('does nothing in a transcript', () => clean(transcriptOf(text)));
  });
}

/** A transcript with the same text as prompt, answer, tool use and result. */
function transcriptOf(text: string): string {
  const timestamp = builderNow;
  const toolUse = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: text } };
  const other = { type: 'tool_use', id: 't2', name: text, input: { [text]: text } };
  const content = [{ type: 'text', text }, toolUse, other];
  const result = { type: 'tool_result', tool_use_id: 't1', content: text };
  const lines = [
    { type: 'user', timestamp, message: { role: 'user', content: text } },
    { type: 'assistant', timestamp, message: { role: 'assistant', content } },
    { type: 'user', timestamp, message: { role: 'user', content: [result] } },
  ];
  const items = itemsIn(lines.map((line) => JSON.stringify(line)).join('\n'));
  const style = textStyle('/home/dev/shop', '/home/dev', 'UTC');
  const document = markdownText({ title: 'A title', facts: [], file: 'a.jsonl' }, items, style);
  assert.ok(document.length > 20);
  return document;
}
