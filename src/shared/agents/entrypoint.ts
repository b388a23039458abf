/** The kind of program in which a session runs, or that started it. */
export type EntrypointKind = 'terminal' | 'editor' | 'desktop' | 'program';
