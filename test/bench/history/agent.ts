import * as fs from 'node:fs';
import * as path from 'node:path';
import { Random } from '../../support/random';
import { happens, pick, pickWeighted } from './chance';
import { Conversation } from './conversation';
import { agentModels } from './models';
import type { ToolUse } from './toolUse';
import { Transcript } from './transcript';
import { Turns } from './turns';
import type { World } from './world';

export interface AgentOptions {
  /** The conversation of the agent that starts the subagent. */
  readonly conversation: Conversation;
  /** Path of the session's transcript. */
  readonly file: string;
  readonly bytes: number;
  readonly world: World;
}

/**
 * Writes a subagent's files; returns the tool call and its result for the transcript of the calling
 * agent.
 */
export function writeAgent({ conversation, file, bytes, world }: AgentOptions): ToolUse {
  const { plan, clock } = conversation.parts;
  const { log, corpus, resultScale } = world;
  const random = new Random(conversation.parts.random.uuid());
  const agent = {
    id: `a${random.hex(16)}`,
    type: pick(random, ['Explore', 'general-purpose', 'Plan']),
  };
  const folder = path.join(file.replace(/\.jsonl$/u, ''), 'subagents');
  const transcript = new Transcript(path.join(folder, `agent-${agent.id}.jsonl`), plan.era, log);
  const parts = { plan, random, clock: clock.branch(random, 3_000), transcript, log, agent };
  const child = new Conversation(parts, pickWeighted(random, agentModels));
  const turns = new Turns({ conversation: child, corpus, resultScale, bytes });
  const prompt = corpus.text(random, random.between(200, 3_000));
  turns.play(prompt, true);
  transcript.close(parts.clock.now);

  const id = random.serviceId('toolu');
  const description = corpus.sentence(random);
  const meta = {
    agentType: agent.type,
    isBuiltIn: true,
    description,
    toolUseId: id,
    spawnDepth: 1,
    requestShape: 'foreground',
    model: child.model,
    ...(happens(random, 0.95) && { finished: true }),
  };
  const metaFile = path.join(folder, `agent-${agent.id}.meta.json`);
  const text = `${JSON.stringify(meta, undefined, 1)}\n`;
  fs.writeFileSync(metaFile, text);
  fs.utimesSync(metaFile, parts.clock.now / 1000, parts.clock.now / 1000);
  log.file(Buffer.byteLength(text));
  return {
    block: {
      type: 'tool_use',
      id,
      name: 'Agent',
      input: { description, prompt, subagent_type: agent.type, model: 'haiku' },
    },
    result: {
      toolUseId: id,
      content: [{ type: 'text', text: corpus.text(random, 900) }],
      toolUseResult: {
        status: 'completed',
        agentId: agent.id,
        totalDurationMs: 1_613,
        totalTokens: 5_351,
        totalToolUseCount: 2,
        usage: { input_tokens: 11, output_tokens: 40, cache_read_input_tokens: 5_000 },
      },
      verdict: {},
    },
  };
}
