const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The bytes of a picture from a page; undefined if it is not a PNG. */
export function pictureBytes(base64: string): Buffer | undefined {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.subarray(0, signature.length).equals(signature) ? bytes : undefined;
}
