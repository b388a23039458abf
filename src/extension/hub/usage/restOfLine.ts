import { isText, keyBytes, quote } from './jsonBytes';
import { KeyCursor } from './keyCursor';
import { LinePattern } from './linePattern';
import type { ViewOf } from './sameBytes';
import { Ways } from './ways';

const key = {
  type: keyBytes('type'),
  timestamp: keyBytes('timestamp'),
  sessionId: keyBytes('session_id'),
};
/** Their texts are others in each line. */
const changing = ['requestId', 'requestRef', 'uuid', 'timestamp', 'session_id'].map(keyBytes);
const assistantWord = keyBytes('"assistant');

interface Way {
  readonly pattern: LinePattern;
  timeGap: number;
  ownerGap: number;
}

/** Reads what follows the usage of an assistant's message, up to the end of its line, in bytes. */
export class RestOfLine {
  /** Places of texts without their quotes; the owner's are 0 where none is named here. */
  timeStart = 0;
  timeEnd = 0;
  ownerStart = 0;
  ownerEnd = 0;
  private readonly cursor = new KeyCursor();
  private readonly ways = new Ways<Way>(newWay);

  constructor(private readonly view: ViewOf) {}

  /** Behind the usage the message ends and then the line: else it is a usage inside of another. */
  read(buffer: Buffer, usageEnd: number, end: number): boolean {
    const way = this.ways.match(buffer, this.view.of(buffer), usageEnd, end);
    if (way?.pattern.end === end) {
      const { pattern, timeGap, ownerGap } = way;
      this.timeStart = pattern.starts[timeGap] ?? 0;
      this.timeEnd = pattern.ends[timeGap] ?? 0;
      this.ownerStart = pattern.starts[ownerGap] ?? 0;
      this.ownerEnd = pattern.ends[ownerGap] ?? 0;
      return true;
    }
    if (!this.find(buffer, usageEnd, end)) return false;
    this.learn(buffer, usageEnd, end);
    return true;
  }

  private find(buffer: Buffer, usageEnd: number, end: number): boolean {
    const cursor = this.cursor.resume(buffer, usageEnd, end);
    while (cursor.next());
    if (cursor.close < 0) return false;
    this.timeStart = 0;
    this.ownerStart = 0;
    this.ownerEnd = 0;
    let isAssistant = false;
    cursor.resume(buffer, cursor.close, end);
    while (cursor.next()) {
      const { value } = cursor;
      if (cursor.is(key.type)) isAssistant = isText(buffer, value, assistantWord);
      else if (cursor.is(key.timestamp)) {
        this.timeStart = value + 1;
        this.timeEnd = cursor.valueEnd() - 1;
      } else if (cursor.is(key.sessionId)) {
        if (buffer[value] !== quote) return false;
        this.ownerStart = value + 1;
        this.ownerEnd = cursor.valueEnd() - 1;
      }
    }
    return isAssistant && this.timeStart > 0 && cursor.close === end;
  }

  private learn(buffer: Buffer, usageEnd: number, end: number): void {
    const way = this.ways.renew();
    way.pattern.learn(buffer, usageEnd, end, changing);
    way.timeGap = way.pattern.gapAt(this.timeStart);
    way.ownerGap = way.pattern.gapAt(this.ownerStart);
  }
}

function newWay(): Way {
  return { pattern: new LinePattern(), timeGap: -1, ownerGap: -1 };
}
