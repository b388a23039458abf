import * as fc from 'fast-check';
import { savedCorpus } from '../../fuzz/corpus';
import { targets, type TargetName } from '../../fuzz/targets';

/** Bounds for a part of `npm test`; the long campaign is `npm run fuzz`. */
const bounded = { interruptAfterTimeLimit: 4_000, numRuns: 1_000 } as const;

const words = (
  '__proto__ constructor prototype toString hasOwnProperty then toJSON session_id hook_event_name ' +
  'tool_name tool_input agent_id transcript_path background_tasks permission_suggestions questions ' +
  'plan message content type user assistant usage timestamp toolUseResult uuid isSidechain hooks'
).split(' ');
const events = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PermissionRequest', 'Stop'];
const key = fc.oneof(fc.constantFrom(...words), fc.string());
const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -0,
    1e308,
    '',
    '\u0000',
    '\uD800',
    '\u001B]0;x\u0007',
    ...words,
  ),
  fc.string({ unit: 'binary' }),
  fc.double(),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 6, noNullPrototype: true }),
  ),
}));
const fields = fc.dictionary(key, value, { noNullPrototype: true });
const payload = fc
  .tuple(fc.constantFrom(...events), fields)
  .map(([hook_event_name, more]) => ({ ...more, session_id: 'fuzzed', hook_event_name }));
const line = fc
  .tuple(fc.constantFrom('user', 'assistant', 'system', 'summary', 'progress'), value, value)
  .map(([type, message, more]) => ({ ...Object(more), type, message, timestamp: 'now' }));

const codexTypes =
  'session_meta turn_context token_usage_record event_msg response_item compacted world_state'.split(
    ' ',
  );
const codexPayloads = (
  'task_started task_complete turn_aborted token_count item_completed function_call ' +
  'function_call_output custom_tool_call custom_tool_call_output agent_message message'
).split(' ');
const codexKeys = (
  'item content text id call_id name arguments input output changes status command exit_code ' +
  'process_id info rate_limits primary used_percent window_minutes resets_at last_token_usage ' +
  'total_tokens model_context_window error message codex_error_info source subagent thread_spawn ' +
  'model cwd git branch usage response_id input_tokens turn_attribution plan_type'
).split(' ');
const codexItems =
  'UserMessage HookPrompt AgentMessage Reasoning Plan CommandExecution FileChange SubAgentActivity'.split(
    ' ',
  );
const codexFields = fc.dictionary(fc.constantFrom(...codexKeys), value, { noNullPrototype: true });
const codexItem = fc
  .tuple(fc.constantFrom(...codexItems), codexFields)
  .map(([type, more]) => ({ ...more, type }));
const codexLine = fc
  .tuple(
    fc.constantFrom(...codexTypes),
    fc.constantFrom(...codexPayloads),
    codexFields,
    codexItem,
    fc.constantFrom('2026-03-02T09:59:00.000Z', 'now'),
  )
  .map(([type, kind, more, item, timestamp]) => ({
    timestamp,
    type,
    payload: { item, ...more, type: kind },
  }));

/** JSON texts, complete or cut at any position. */
function json(values: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const whole = values.map((one) => JSON.stringify(one) ?? '');
  const cut = fc
    .tuple(whole, fc.nat())
    .map(([text, place]) => text.slice(0, place % (text.length + 1)));
  return fc.oneof(whole, cut);
}

const generated: Readonly<Record<TargetName, fc.Arbitrary<string>>> = {
  hookPayloads: fc
    .array(json(fc.oneof(payload, value)), { maxLength: 4 })
    .map((all) => all.join('\n')),
  transcriptLines: json(fc.oneof(line, value)),
  codexLines: fc
    .array(json(fc.oneof(codexLine, value)), { maxLength: 6 })
    .map((all) => all.join('\n')),
  settings: json(fc.oneof(fields, value)),
  shownText: fc.string({ unit: 'binary' }),
};

const promises: Readonly<Record<TargetName, string>> = {
  hookPayloads: 'as hook payloads gives a board or nothing',
  transcriptLines: 'as a line of a transcript is read, shown as text, or passed over',
  codexLines: 'as lines of Codex’s transcripts is read, counted, shown as text, or passed over',
  settings: 'as settings is merged once, or refused with a reason',
  shownText: 'as text to be shown does nothing',
};

describe('Whatever arrives', function () {
  this.timeout(60_000);

  for (const name of Object.keys(targets) as TargetName[]) {
    it(promises[name], () => {
      for (const text of savedCorpus(name)) targets[name](text);
      fc.assert(fc.property(generated[name], targets[name]), bounded);
    });
  }
});
