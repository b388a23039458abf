import { t } from './l10n';

/** Says how a person trusts the hooks that Codex does not run yet, or not any more. */
export function trustText(status: 'untrusted' | 'changed'): string {
  return status === 'untrusted'
    ? t(
        'Hooks are installed in Codex, but not trusted yet. Start codex and choose “Trust all and continue”, or type /hooks there and press t.',
      )
    : t(
        'The hooks in Codex have changed since they were trusted. Start codex and choose “Trust all and continue”, or type /hooks there and press t.',
      );
}
