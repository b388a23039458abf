import { Random } from '../../support/random';
import { happens, pick } from './chance';

const words = (
  'order invoice session token cache reader writer socket buffer parser index queue worker handler ' +
  'request response stream cursor schema table column retry timeout config branch commit merge deploy ' +
  'metric trace span panel widget layout theme button dialog editor cell row list map filter reduce'
).split(' ');
const wideWords = (
  'größe übersicht schließen für änderung 設定 確認 実行 完了 ошибка запрос сессия données réglage ' +
  'über ✓ ✗ → │ └── ├── 🚀 🔧 naïve café'
).split(' ');

/** Texts that a search for bytes could mistake for fields of the line itself. */
const decoys = [
  '{"type":"assistant","message":{"id":"msg_01decoy","model":"claude-opus-4-1","usage":{"input_tokens":1000000,"output_tokens":900000}},"timestamp":"2020-01-01T00:00:00.000Z"}',
  '"usage":{"input_tokens":7,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":12345678}',
  '"message":{"id":"msg_01other","type":"message","role":"assistant","model":"claude-haiku-3"',
  '"timestamp":"1999-12-31T23:59:59.999Z","sessionId":"not-a-session","requestId":"req_none"',
];

/**
 * Generates text that resembles the output of tools: code, logs, listings and JSON with quotes,
 * tabs and escapes.
 */
export class Corpus {
  private readonly plain: string;
  private readonly wide: string;
  private readonly encoded: string;

  constructor(seed: string) {
    const random = new Random(`${seed} corpus`);
    this.plain = fill(1_500_000, () => line(random, words));
    this.wide = fill(200_000, () => line(random, happens(random, 0.4) ? wideWords : words));
    this.encoded = base64(random, 400_000);
  }

  /** Text of the given length; about one in twelve contains non-Latin scripts. */
  text(random: Random, length: number): string {
    return cut(random, happens(random, 0.08) ? this.wide : this.plain, length);
  }

  /** Base64 text of the given length, as of a picture in a line. */
  base64(random: Random, length: number): string {
    return cut(random, this.encoded, length);
  }

  decoy(random: Random): string {
    return pick(random, decoys);
  }

  sentence(random: Random): string {
    const count = random.between(4, 14);
    return Array.from({ length: count }, () => pick(random, words)).join(' ');
  }
}

function cut(random: Random, source: string, length: number): string {
  if (length >= source.length) {
    return source.repeat(Math.ceil(length / source.length)).slice(0, length);
  }
  const start = random.between(0, source.length - length);
  const end = start + length;
  return source.slice(
    isHalf(source, start) ? start + 1 : start,
    isHalf(source, end) ? end - 1 : end,
  );
}

/** True if a cut at this index would split a surrogate pair. */
function isHalf(source: string, at: number): boolean {
  const code = source.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

function fill(length: number, make: () => string): string {
  const lines: string[] = [];
  for (let size = 0; size < length;) {
    const text = make();
    lines.push(text);
    size += text.length + 1;
  }
  return lines.join('\n');
}

function line(random: Random, from: readonly string[]): string {
  const word = () => pick(random, from);
  switch (random.between(0, 9)) {
    case 0:
    case 1:
      return `${random.between(1, 900)}\t  const ${word()} = await ${word()}.${word()}(${word()}, '${word()}');`;
    case 2:
      return `\t\tif (${word()} !== undefined && ${word()}.length > ${random.between(0, 99)}) { return "${word()}"; }`;
    case 3:
      return `src/${word()}/${word()}.ts:${random.between(1, 999)}:  ${word()}: readonly ${word()}[];`;
    case 4:
      return `{"${word()}":"${word()}","${word()}":${random.between(0, 9999)},"${word()}":["${word()}","${word()}"]}`;
    case 5:
      return `\u001b[32m✓\u001b[39m ${word()} ${word()} \u001b[2m(${random.between(1, 900)} ms)\u001b[22m`;
    case 6:
      return `2026-10-0${random.between(1, 9)}T0${random.between(0, 9)}:00:00.000Z INFO ${word()} ${word()}=${word()}`;
    case 7:
      return '';
    default:
      return Array.from({ length: random.between(3, 16) }, word).join(' ');
  }
}

function base64(random: Random, length: number): string {
  const bytes = Buffer.from(random.hex(length), 'latin1');
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (bytes[at] ?? 0) * 31 + at;
  return bytes.toString('base64');
}
