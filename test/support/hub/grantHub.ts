import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { HubOptions } from '../../../src/extension/hub/core';
import { requestDigest } from '../../../src/extension/util/keys/signing';
import {
  routes,
  type LiveSession,
  type PendingRequest,
} from '../../../src/shared/protocol/protocol';
import type {
  GrantCard,
  GrantRule,
  GrantTerms,
  GrantUses,
} from '../../../src/shared/protocol/work/grants';
import { grantChoices } from '../../../src/shared/request/grantChoices';
import { until } from '../until';
import { aHook, sessionId } from './hooks';
import { TestHub } from './testHub';
import type { Answer } from './wire/call';

/** Text of the answer by which a hook allows its request. */
export const allowed = /"behavior":"allow"/u;

/** A hub with a project on the disk, whose sessions ask for permissions. */
export class GrantHub {
  private constructor(
    readonly root: string,
    public hub: TestHub,
  ) {}

  static async start(options: Partial<HubOptions> = {}): Promise<GrantHub> {
    const root = await realpath(await mkdtemp(path.join(tmpdir(), 'grants-')));
    await mkdir(path.join(root, 'shop', 'src'), { recursive: true });
    return new GrantHub(root, await TestHub.start(undefined, options));
  }

  get project(): string {
    return path.join(this.root, 'shop');
  }

  /** Asks for a tool as a client does; resolves once the hub answers. */
  ask(tool: string, input: object, fields: object = {}): Promise<Answer> {
    return this.hub.wait(
      aHook('PermissionRequest', {
        cwd: this.project,
        tool_name: tool,
        tool_input: input,
        ...fields,
      }),
    );
  }

  bash(command: string, fields: object = {}): Promise<Answer> {
    return this.ask('Bash', { command }, fields);
  }

  /** A hook of the session in the project. */
  hookOf(event: string): object {
    return aHook(event, { cwd: this.project });
  }

  /** Ends the open request of a session, as when its turn goes on. */
  async goOn(session = sessionId): Promise<void> {
    const { pendingRequest: request } = (await this.hub.session(session)) ?? {};
    const { agentId, agentType } = request ?? {};
    await this.hub.hook({
      ...this.hookOf('PostToolBatch'),
      session_id: session,
      tool_calls: [],
      ...(agentId !== undefined && { agent_id: agentId, agent_type: agentType }),
    });
    await this.hub.waitFor(session, ({ pendingRequest }) =>
      assert.equal(pendingRequest, undefined),
    );
  }

  /** Resolves with the session once its request waits for a person. */
  asking(session = sessionId): Promise<LiveSession & { readonly pendingRequest: PendingRequest }> {
    return this.hub.waitFor(session, ({ pendingRequest }) =>
      assert.equal(pendingRequest?.call?.answerable, true),
    ) as Promise<LiveSession & { readonly pendingRequest: PendingRequest }>;
  }

  /** Gives a grant on the request that waits, by default for the session and its exact command. */
  async give(
    pick: (rules: readonly GrantRule[]) => GrantRule | undefined = ([first]) => first,
    terms: Partial<GrantTerms> = {},
    session = sessionId,
    window = 'shop',
  ): Promise<Answer> {
    const { pendingRequest: request, projectPath } = await this.asking(session);
    const rule = pick(grantChoices(request, projectPath).rules);
    return this.hub.post(`${routes.sessions}/${session}/grant`, {
      call: request.call?.id,
      shown: requestDigest(request),
      window,
      rule,
      scope: 'session',
      project: projectPath,
      ...terms,
    });
  }

  /** Has a command asked for, gives a grant on it, and lets the session go on. */
  async given(
    command: string,
    pick?: (rules: readonly GrantRule[]) => GrantRule | undefined,
    terms?: Partial<GrantTerms>,
  ): Promise<GrantCard> {
    const answer = this.bash(command);
    const giving = this.give(pick, terms);
    assert.match((await answer).text, allowed);
    await this.goOn();
    const given = await giving;
    assert.equal(given.status, 200, given.text);
    const { grant } = JSON.parse(given.text) as { readonly grant: string };
    return until(
      async () => (await this.grants()).find(({ id }) => id === grant),
      (card) => assert.ok(card),
    ) as Promise<GrantCard>;
  }

  async grants(): Promise<readonly GrantCard[]> {
    return (await this.hub.summary()).grants ?? [];
  }

  async uses(query = ''): Promise<GrantUses> {
    return JSON.parse((await this.hub.call(`${routes.grants}/uses${query}`)).text) as GrantUses;
  }

  async dispose(): Promise<void> {
    await this.hub.dispose();
    await rm(this.root, { recursive: true, force: true });
  }
}

/** Picks the beginning of these words. */
export function beginning(...words: readonly string[]) {
  return (rules: readonly GrantRule[]): GrantRule | undefined =>
    rules.find((rule) => rule.kind === 'beginning' && rule.words.join(' ') === words.join(' '));
}
