import assert from 'node:assert/strict';
import {
  pendingRequestSchema,
  routes,
  type PendingRequest,
} from '../../../src/shared/protocol/protocol';
import { aHook, sessionId } from '../../support/hub/hooks';
import { TestHub } from '../../support/hub/testHub';

const route = `${routes.sessions}/${sessionId}/request`;
const content = Array.from({ length: 40_000 }, (_, line) => `const value${line} = ${line};`).join(
  '\n',
);
const write = { file_path: '/home/dev/shop/src/generated.ts', content };

describe('A request with a long input', () => {
  let hub: TestHub;
  beforeEach(async () => (hub = await TestHub.start()));
  afterEach(() => hub.dispose());

  const asks = (tool: string, input: unknown): Promise<unknown> =>
    hub.hook(aHook('PermissionRequest', { tool_name: tool, tool_input: input }));

  async function readRequest(): Promise<PendingRequest> {
    const answer = await hub.call(route);
    assert.equal(answer.status, 200, answer.text.slice(0, 200));
    return pendingRequestSchema.parse(JSON.parse(answer.text));
  }

  async function shown(): Promise<PendingRequest> {
    const session = await hub.waitFor(sessionId, ({ pendingRequest }) => assert.ok(pendingRequest));
    assert.ok(session.pendingRequest);
    return session.pendingRequest;
  }

  it('is on the board with its beginning and its end, and says what lies between', async () => {
    await asks('Write', write);
    const { toolInput, whole: isWhole } = await shown();
    const { file_path, content: begun } = toolInput as typeof write;
    assert.deepEqual([file_path, isWhole], [write.file_path, false]);
    const [beginning = '', count, end = ''] = begun.split(/ … \+(\d+) … /);
    assert.ok(beginning !== '' && content.startsWith(beginning), beginning.slice(0, 80));
    assert.ok(end !== '' && content.endsWith(end), end.slice(-80));
    assert.equal(beginning.length + Number(count) + end.length, content.length);
    assert.ok(begun.length <= 2_020, String(begun.length));
  });

  it('costs the stream as little as a short one at each update', async () => {
    await asks('Write', write);
    await shown();
    const stream = hub.stream();
    await stream.waitFor(([first]) => assert.equal(first?.event.type, 'snapshot'));
    await hub.hook(aHook('PreToolUse', { agent_id: 'a1', tool_name: 'Read' }));
    const frames = await stream.waitFor((all) =>
      assert.ok(all.some(({ event }) => event.type === 'sessions')),
    );
    const { length } = JSON.stringify(frames);
    assert.ok(length < 20_000, `${length} characters`);
  });

  it('is answered whole to who asks for it', async () => {
    await asks('Write', write);
    const { requestId } = await shown();
    const answered = await readRequest();
    assert.deepEqual(answered.toolInput, write);
    assert.deepEqual([answered.requestId, answered.whole], [requestId, true]);
  });

  it('is gone once it is answered', async () => {
    await asks('Write', write);
    await shown();
    await hub.hook(aHook('PostToolUse', { tool_name: 'Write', tool_input: write }));
    assert.equal((await hub.call(route)).status, 404);
  });

  it('is told to nobody without the token', async () => {
    await asks('Write', write);
    const answer = await hub.call(route, { headers: { authorization: 'Bearer 00' } });
    assert.deepEqual([answer.status, answer.text.includes('generated')], [401, false]);
  });
});
