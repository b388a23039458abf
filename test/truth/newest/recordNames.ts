import * as fs from 'node:fs/promises';

/** Start of the list of stored records in the client's program. */
const recordList = '{user:"transcript",assistant:"transcript"';

/**
 * Pattern of a system message in the program. Messages that the client does not store have no
 * timestamp.
 */
const systemMessage = /type:"system",subtype:"([a-z_]+)"(?:[^{}]|\{[^{}]*\}){0,600}?\}/gu;
const ofAttachment = /\battachment(?:\.type===?|:\{type:)"([a-z_]+)"/gu;
const shownAttachments = /switch\([\w$.]+\)\{case"/gu;
const caseName = /case"([a-z_]+)"/gu;
/** Length of a switch over all attachments in the program, in characters. */
const switchLength = 60_000;
/** Names by which a switch over all attachments is recognized. */
const attachmentCases = ['hook_blocking_error', 'diagnostics', 'queued_command', 'mcp_resource'];
/** Names in these switches that belong to files, tasks and lists instead of attachments. */
const innerCases: ReadonlySet<string> = new Set([
  'completed',
  'failed',
  'hint',
  'keep',
  'killed',
  'notebook',
  'text',
]);

/** The names of transcript records in a client's program, sorted. */
export async function recordNames(executable: string): Promise<readonly string[]> {
  const program = (await fs.readFile(executable)).toString('latin1');
  const start = program.indexOf(recordList);
  const list = start < 0 ? '' : program.slice(start, program.indexOf('}', start));
  const records = [...list.matchAll(/[{,]"?([a-z-]+)"?:"/gu)].map(([, name = '']) => name);
  const notes = [...program.matchAll(systemMessage)]
    .filter(([message]) => message.includes('timestamp:'))
    .map(([, name = '']) => `system/${name}`);
  const attachments = [...program.matchAll(ofAttachment)].map(([, name = '']) => name);
  for (const { index } of program.matchAll(shownAttachments)) {
    const part = program.slice(index, index + switchLength);
    if (!attachmentCases.every((name) => part.includes(`case"${name}"`))) continue;
    attachments.push(...[...part.matchAll(caseName)].map(([, name = '']) => name));
  }
  const kept = attachments.filter((name) => !innerCases.has(name));
  const named = records.filter((name) => name !== 'system' && name !== 'attachment');
  return [...new Set([...named, ...notes, ...kept.map((name) => `attachment/${name}`)])].sort();
}
