/** The language's own; the compiler knows it in browsers alone. */
declare const WebAssembly: WebAssemblyParts | undefined;

/** What is used of it here. */
export interface WebAssemblyParts {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (pages: {
    readonly initial: number;
    readonly maximum?: number;
  }) => ProgramMemory;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, object>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

/** It never becomes smaller, and gets another buffer when it grows. */
export interface ProgramMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** A page of such memory, in bytes. */
export const pageBytes = 64 * 1024;

/** Undefined where the runtime has none, as without a compiler. */
export const webAssembly = typeof WebAssembly === 'undefined' ? undefined : WebAssembly;
