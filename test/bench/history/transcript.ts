import type { Line } from '../../support/transcript/clientLines';
import type { HistoryLog } from './historyLog';
import { LineSink } from './lineSink';
import { olderLine } from './olderLine';
import type { Era } from './plan';

const damageMark = '@@damage@@@@';

/** Both are as long as the mark or fill it up by being repeated. */
export const damages = {
  notUtf8: Buffer.from([0xff, 0xc3, 0x28, 0xe2, 0x82, 0x20]),
  /** An escape of one half of an emoji, as a text cut in the middle of it leaves. */
  halfCharacter: Buffer.from(String.raw`\ud83d`),
} as const;
type Damage = (typeof damages)[keyof typeof damages];

/** One transcript file: whole lines as its client writes them, and what goes wrong with some. */
export class Transcript {
  private readonly sink: LineSink;

  constructor(
    file: string,
    private readonly era: Era,
    private readonly log: HistoryLog,
  ) {
    this.sink = new LineSink(file);
  }

  get bytes(): number {
    return this.sink.bytes;
  }

  line(line: Line): void {
    const before = this.sink.bytes;
    this.sink.json(this.era === 'older' ? olderLine(line) : line);
    this.log.line(kindOf(line), this.sink.bytes - before);
  }

  /** The line, a text of which is `damaged()`, with bytes there that are no UTF-8, or half a character. */
  damagedLine(line: Line, damage: Damage): void {
    const bytes = Buffer.from(`${JSON.stringify(this.era === 'older' ? olderLine(line) : line)}\n`);
    for (let at = bytes.indexOf(damageMark); at >= 0; at = bytes.indexOf(damageMark, at)) {
      bytes.fill(damage, at, at + damageMark.length);
    }
    this.sink.raw(bytes);
    this.log.line(kindOf(line), bytes.length);
    this.log.breaks('notUtf8');
  }

  garbage(text: string): void {
    this.sink.text(`${text}\n`);
    this.log.line('broken', text.length + 1);
    this.log.breaks('notJson');
  }

  /** The client died while it wrote; what came next is on the next line, on the same line, or not there. */
  half(line: Line, share: number, then: 'half' | 'merged' | 'cutOff', next: Line): void {
    const text = JSON.stringify(line);
    const part = text.slice(0, Math.max(1, Math.floor(text.length * share)));
    this.log.breaks(then);
    this.log.line('broken', part.length);
    this.sink.text(part);
    if (then === 'half') this.sink.text('\n');
    if (then === 'merged') this.sink.json(next);
  }

  close(changedAt: number): void {
    this.sink.close(changedAt);
    this.log.file(this.sink.bytes);
  }
}

export const damaged = (text: string): string => `${text}${damageMark}`;

function kindOf(line: Line): string {
  const type = String(line['type']);
  if (type === 'user') return line['toolUseResult'] === undefined ? 'user' : 'user/result';
  const { attachment } = line;
  if (typeof attachment === 'object' && attachment !== null && 'type' in attachment) {
    return `attachment/${String(attachment.type)}`;
  }
  const { subtype } = line;
  return typeof subtype === 'string' ? `${type}/${subtype}` : type;
}
