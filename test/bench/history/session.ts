import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileHistoryLine, noteLine, type Line } from '../../support/transcript/clientLines';
import { Random } from '../../support/random';
import { writeAgent } from './agent';
import { happens } from './chance';
import { Clock } from './clock';
import { Conversation } from './conversation';
import type { Corpus } from './corpus';
import { forkedLines } from './fork';
import { transcriptOf, type SessionPlan } from './plan';
import type { ToolUse } from './toolUse';
import { damaged, damages, Transcript } from './transcript';
import { Turns } from './turns';
import type { World } from './world';

const notJson = ['null', '[]', '42', '""', 'Killed', '{"type":"assistant",}', '<<<<<<< HEAD', ' '];
/** Share of a session's bytes that is in the files of its subagents. */
const agentsShare = 0.25;

/** Writes one session with its subagents. */
export function writeSession(plan: SessionPlan, world: World): void {
  const { log, corpus, projectsFolder, resultScale } = world;
  const random = new Random(plan.seed);
  const file = transcriptOf(projectsFolder, plan);
  const transcript = new Transcript(file, plan.era, log);
  // Estimated number of clock steps, so that the clock reaches the end of the session when the
  // transcript reaches its size.
  const steps = Math.max(2, (plan.bytes / 9_000) * 2.3);
  const clock = new Clock(
    random,
    plan.startsAt,
    plan.endsAt,
    (plan.endsAt - plan.startsAt) / steps,
  );
  const conversation = new Conversation({ plan, random, clock, transcript, log }, plan.model);
  const agents = {
    left: plan.agents,
    bytes: (plan.bytes * agentsShare) / Math.max(1, plan.agents),
  };
  const special = (): ToolUse | undefined => {
    if (agents.left === 0 || !happens(random, 0.25)) return undefined;
    agents.left -= 1;
    return writeAgent({ conversation, file, bytes: agents.bytes, world });
  };
  const bytes = plan.bytes * (plan.agents === 0 ? 1 : 1 - agentsShare);
  const turns = new Turns({ conversation, corpus, resultScale, bytes, special });

  if (plan.forkOf !== undefined) copyForkedLines(plan.forkOf, conversation, world);
  let titled = false;
  do {
    const prompt = promptText(random, corpus);
    writeBookkeeping(conversation, prompt);
    turns.play(prompt);
    if (!titled)
      conversation.note(noteLine('ai-title', plan.sessionId, { aiTitle: corpus.sentence(random) }));
    titled = true;
    if (happens(random, 0.06)) breakSomething(conversation, random);
    if (happens(random, 0.02) && plan.era === 'current') conversation.model = 'claude-sonnet-5';
  } while (!turns.isLongEnough);
  if (happens(random, 0.05)) transcript.half(halfLine(conversation), random.next(), 'cutOff', {});
  const endedAt = clock.now;
  transcript.close(endedAt);
  const { sessionId, cwd: project, agents: agentCount } = plan;
  const isFork = plan.forkOf !== undefined;
  const written = agentCount - agents.left;
  const size = fs.statSync(file).size;
  log.session({ sessionId, project, file, bytes: size, endedAt, isFork, agents: written });
}

/** Writes the lines that the client repeats before each prompt. */
function writeBookkeeping(conversation: Conversation, prompt: string): void {
  const { plan, random, clock } = conversation.parts;
  const { sessionId } = plan;
  const note = (type: string, fields: Line): void =>
    conversation.note(noteLine(type, sessionId, fields));
  note('mode', { mode: 'normal' });
  note('permission-mode', { permissionMode: 'default' });
  if (plan.era === 'current') note('atis-latch', { atis: '' });
  const at = new Date(clock.now).toISOString();
  conversation.note(fileHistoryLine(random.uuid(), at));
  if (conversation.leaf === null) return;
  note('last-prompt', { lastPrompt: prompt, leafUuid: conversation.leaf });
  note('tools-used', { tools: ['Bash', 'Read', 'Edit'] });
}

function promptText(random: Random, corpus: Corpus): string {
  const text = corpus.sentence(random);
  return happens(random, 0.1) ? `${text}\n\n${corpus.text(random, 2_500)}` : text;
}

function breakSomething(conversation: Conversation, random: Random): void {
  const { transcript, plan } = conversation.parts;
  const next = noteLine('mode', plan.sessionId, { mode: 'normal' });
  switch (random.between(0, 4)) {
    case 0:
      return transcript.half(halfLine(conversation), 0.05 + random.next() * 0.9, 'half', next);
    case 1:
      return transcript.half(halfLine(conversation), 0.05 + random.next() * 0.9, 'merged', next);
    case 2:
      return transcript.garbage(notJson[random.between(0, notJson.length - 1)] ?? '');
    case 3:
      return transcript.damagedLine(
        { type: 'summary', summary: damaged('Cut in two'), leafUuid: conversation.leaf },
        damages.notUtf8,
      );
    default:
      return transcript.garbage(`{"type":"assistant","message":{"id":"${random.uuid()}"`);
  }
}

/** The line of a message that is written only in part. */
function halfLine(conversation: Conversation): Line {
  const { random, plan, clock } = conversation.parts;
  return {
    parentUuid: conversation.leaf,
    isSidechain: false,
    message: {
      id: random.serviceId('msg'),
      type: 'message',
      role: 'assistant',
      model: conversation.model,
      content: [{ type: 'text', text: 'This never came to its end.' }],
      usage: { input_tokens: 3, output_tokens: 4_000_000 },
    },
    requestId: random.serviceId('req'),
    type: 'assistant',
    timestamp: new Date(clock.now).toISOString(),
    sessionId: plan.sessionId,
  };
}

function copyForkedLines(original: SessionPlan, conversation: Conversation, world: World): void {
  const file = transcriptOf(world.projectsFolder, original);
  if (!fs.existsSync(file))
    throw new Error(`${path.basename(file)} is forked before it is written`);
  for (const { line, uuid } of forkedLines(file, conversation.parts.plan.sessionId)) {
    conversation.note(line);
    conversation.leaf = uuid;
  }
}
