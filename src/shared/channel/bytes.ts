/**
 * Encodings that browsers and Node share, declared here because this folder is compiled without the
 * types of either.
 */
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(label: 'utf-8', options: { readonly fatal: boolean });
  decode(bytes: Uint8Array): string;
}
declare function btoa(binary: string): string;
declare function atob(base64: string): string;

export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

/** Throws if the bytes are not UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export function concatenate(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The bytes as the type that WebCrypto accepts. */
export function bytesOf(buffer: ArrayBuffer | Uint8Array): Bytes {
  return new Uint8Array(buffer);
}

export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCodePoint(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes base64url; undefined if the text is not base64url. */
export function fromBase64Url(text: string): Bytes | undefined {
  if (!/^[\w-]*$/u.test(text) || text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0);
}
