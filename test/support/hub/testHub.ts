import assert from 'node:assert/strict';
import { startHub, type HubOptions, type RunningHub } from '../../../src/extension/hub/hub';
import type { ControlOffer } from '../../../src/shared/protocol/control';
import { silentLog } from '../../../src/extension/util/log';
import {
  boardSchema,
  routes,
  type Board,
  type LiveSession,
  type Summary,
} from '../../../src/shared/protocol/protocol';
import { countStart } from '../startCounts';
import { until } from '../until';
import { call, type Answer, type CallOptions } from './wire/call';
import { StreamReader } from './wire/streamReader';
import { sharedReading } from './process/sharedReading';
import { removeHome, tempHome } from './tempHome';
import { signedFor, signedIfNeeded, testKeys } from './testSigner';
import { threadScripts } from './process/threadScripts';

/** A hub of a temporary config home on a port that the system chose. */
export class TestHub {
  private readonly readers: StreamReader[] = [];

  private constructor(
    readonly home: string,
    readonly running: RunningHub,
  ) {}

  static async start(home?: string, more: Partial<HubOptions> = {}): Promise<TestHub> {
    const configHome = home ?? (await tempHome());
    countStart('hub in the test process');
    return new TestHub(
      configHome,
      await startHub({
        configHome,
        port: 0,
        scripts: threadScripts(),
        startReading: sharedReading,
        log: silentLog,
        keys: testKeys(),
        // A developer's environment may name the folder of another agent.
        wantedAgents: [],
        ...more,
      }),
    );
  }

  get url(): string {
    return this.running.endpoint.url;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get authorization(): string {
    return `Bearer ${this.running.token}`;
  }

  /** Makes an authorized request as a client of the hub, modified by the options. */
  call(route: string, options: CallOptions = {}): Promise<Answer> {
    const headers = { authorization: this.authorization, ...options.headers };
    return call(`${this.url}${route}`, { ...options, headers });
  }

  hook(payload: unknown, headers: CallOptions['headers'] = {}): Promise<Answer> {
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
    return this.call(routes.hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  }

  /** Sends a hook call that waits; settles when the hub answers it. */
  wait(payload: unknown, options: Pick<CallOptions, 'headers' | 'signal'> = {}): Promise<Answer> {
    return this.call(`${routes.hook}?wait=1`, {
      method: 'POST',
      ...options,
      body: JSON.stringify(payload),
    });
  }

  /** Posts a call as JSON like a window, signed if it needs a signature. */
  post(route: string, body: unknown, headers: CallOptions['headers'] = {}): Promise<Answer> {
    return this.postBare(route, signedIfNeeded(this.running.token, route, body), headers);
  }

  /** Posts the body unchanged, with the token but without a signature. */
  postBare(route: string, body: unknown, headers: CallOptions['headers'] = {}): Promise<Answer> {
    return this.call(route, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Posts a call that requires a signature, signed with the tests' key. */
  signed(act: 'decide' | 'prompts' | 'act', sessionId: string, body: object): Promise<Answer> {
    const route = `${routes.sessions}/${sessionId}/${act}`;
    return this.post(route, signedFor(this.running.token, act, sessionId, body));
  }

  /** Connects a window that reads the stream and offers control. */
  async window(window: string, change: Partial<ControlOffer> = {}): Promise<StreamReader> {
    const stream = this.stream(window);
    await stream.waitFor((frames) => assert.ok(frames.length > 0));
    const offer = { window, label: `“${window}”`, enabled: true, disabledProjects: [], ...change };
    assert.equal((await this.post(routes.control, offer)).status, 204);
    return stream;
  }

  async board(): Promise<Board> {
    const answer = await this.call(routes.sessions);
    assert.equal(answer.status, 200);
    return boardSchema.parse(JSON.parse(answer.text));
  }

  async summary(): Promise<Summary> {
    return (await this.board()).summary;
  }

  async session(sessionId: string): Promise<LiveSession | undefined> {
    return (await this.board()).sessions.find((one) => one.sessionId === sessionId);
  }

  /** Resolves with the session once it satisfies the assertion. */
  waitFor(sessionId: string, assertion: (session: LiveSession) => void): Promise<LiveSession> {
    return until(async () => {
      const session = await this.session(sessionId);
      assert.ok(session, `${sessionId} is not on the board`);
      return session;
    }, assertion);
  }

  stream(window?: string): StreamReader {
    const query = window === undefined ? '' : `?window=${window}`;
    const reader = new StreamReader(`${this.url}${routes.stream}${query}`, this.running.token);
    this.readers.push(reader);
    return reader;
  }

  /** Stops the hub and keeps its home. */
  async close(): Promise<void> {
    for (const reader of this.readers) reader.close();
    await this.running.close();
  }

  async dispose(): Promise<void> {
    await this.close();
    await removeHome(this.home);
  }
}
