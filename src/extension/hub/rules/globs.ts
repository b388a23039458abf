/** Whether a text is of that form, in which `*` stands for any text. Takes a time in proportion to both. */
export function matchesGlob(glob: string, text: string): boolean {
  const [start = '', ...rest] = glob.split('*');
  if (!text.startsWith(start)) return false;
  const end = rest.pop();
  if (end === undefined) return text.length === start.length;
  let from = start.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - from >= end.length && text.endsWith(end);
}

/** A glob with a slash is for the project's whole path, and `~` at its beginning for the home folder. */
export function matchesProject(
  glob: string,
  project: { readonly path: string; readonly name: string },
  home: string,
): boolean {
  const forward = glob.replaceAll('\\', '/');
  if (!forward.includes('/') && forward !== '~') return matchesGlob(forward, project.name);
  const whole = forward.startsWith('~') ? home + forward.slice(1) : forward;
  return matchesGlob(whole.replaceAll('\\', '/'), project.path.replaceAll('\\', '/'));
}
