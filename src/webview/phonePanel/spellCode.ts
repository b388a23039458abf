/** Separates the letters of a matching code, so that screen readers spell it. */
export const spellCode = (code: string): string => code.replace(/\s/gu, '').split('').join(' ');
