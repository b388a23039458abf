import * as fs from 'node:fs';
import type { Line } from '../../support/transcript/clientLines';

const mostLines = 400;

/** The conversation's first lines as a fork repeats them: under its own id, the old one beside it. */
export function forkedLines(file: string, sessionId: string): { line: Line; uuid: string }[] {
  const lines: { line: Line; uuid: string }[] = [];
  for (const text of fs.readFileSync(file, 'utf8').split('\n')) {
    if (text.includes('\uFFFD')) continue; // Damaged ones would be whole in the copy.
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
    return undefined; // A broken line is not carried on.
  }
}
