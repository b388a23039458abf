import type { Line } from '../../support/transcript/clientLines';
import type { HistoryLog } from './historyLog';
import { LineSink } from './lineSink';
import { olderLine } from './olderLine';
import type { Era } from './plan';

const damageMark = '@@damage@@@@';

/** Bytes that replace the mark; repeated, they fill its length exactly. */
export const damages = {
  notUtf8: Buffer.from([0xff, 0xc3, 0x28, 0xe2, 0x82, 0x20]),
  /** The JSON escape of one half of a surrogate pair, as in a text that was cut inside an emoji. */
  halfCharacter: Buffer.from(String.raw`\ud83d`),
} as const;
type Damage = (typeof damages)[keyof typeof damages];

/** Writes a transcript file with valid lines and with lines that are damaged in different ways. */
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

  /** Writes a line and replaces the mark of `damaged` in it by the bytes of the damage. */
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

  /**
   * Writes only the beginning of a line, as a client that crashed while writing. By `then`, the
   * following line starts after a line break (`half`), is appended to it (`merged`), or is missing
   * (`cutOff`).
   */
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
