/**
 * Text that an agent may have copied from anywhere; each part would act in some surface that
 * renders it unescaped.
 */
export const hostile = [
  'Harmless $(trash)',
  '[run](command:workbench.action.closeWindow)',
  '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>',
  '<a href="command:workbench.action.quit">go</a>',
  '**bold**',
  '\u202Egpj.exe\u2066',
  '\u001B]8;;https://x.example\u0007link\u001B[31m',
].join(' ');

/**
 * Elements that only unescaped hostile text could create, and characters that affect the text after
 * them.
 */
export const active = [
  'a[href^="command:"]',
  '[data-href^="command:"]',
  'img[src="x"]',
  'script:not([src])',
  '.codicon-trash',
].join(', ');
export const unseen =
  // eslint-disable-next-line no-control-regex -- control characters are the subject
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;

/** Those characters in their visible form: none of them is dropped. */
export const marked =
  /⟨U\+202E⟩gpj\.exe⟨U\+2066⟩ ⟨U\+001B⟩\]8;;https:\/\/x\.example⟨U\+0007⟩link⟨U\+001B⟩\[31m/;
