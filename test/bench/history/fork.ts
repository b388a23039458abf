import * as fs from 'node:fs';
import type { Line } from '../../support/transcript/clientLines';

const mostLines = 400;

/**
 * The first lines of a transcript as a fork of the session repeats them: with the id of the fork,
 * and in messages also with the original id.
 */
export function forkedLines(file: string, sessionId: string): { line: Line; uuid: string }[] {
  const lines: { line: Line; uuid: string }[] = [];
  for (const text of fs.readFileSync(file, 'utf8').split('\n')) {
    if (text.includes('\uFFFD')) continue; // A damaged line would become valid in the copy.
    const line = parse(text);
    const uuid = line?.['uuid'];
    if (line === undefined || typeof uuid !== 'string') continue;
    const original = line['session_id'];
    const isAnswer = line['type'] === 'assistant' && original !== undefined;
    lines.push({
      line: { ...line, sessionId, ...(isAnswer && { requestSessionId: original }) },
      uuid,
    });
  }
  return lines.slice(0, Math.min(mostLines, Math.ceil(lines.length * 0.6)));
}

function parse(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Line) : undefined;
  } catch {
    return undefined; // The client does not copy broken lines.
  }
}
