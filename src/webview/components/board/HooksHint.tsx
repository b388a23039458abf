import { Info, X } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import type { HooksStatus } from '../../../shared/messages/pageMessages';
import { trustText } from '../../../shared/words/hookTrust';
import { useBoard, usePage, useView } from '../../page';
import { Button } from '../Button';
import { ToolButton } from '../ToolButton';
import { useIsNoticeDrawn } from './Notices';

interface Hint {
  readonly text: string;
  /** Absent if nothing can be done here. */
  readonly action?: string;
}

type Hints = Readonly<Partial<Record<HooksStatus, Hint>>>;

const hints = (): Hints => ({
  missing: {
    text: t(
      'Allow and answer from here: hooks bring the requests of your sessions to this board, and states update at once.',
    ),
    action: t('Install Hooks'),
  },
  outdated: {
    text: t('The installed hooks belong to another version of Mission Control.'),
    action: t('Update Hooks'),
  },
  blocked: {
    text: t('Hooks are installed, but a Claude Code setting keeps them from running.'),
    action: t('Show Which'),
  },
});

const codexHints = (): Hints => ({
  missing: {
    text: t('Know at once what Codex does and asks: install hooks in it, too.'),
    action: t('Install Hooks'),
  },
  outdated: {
    text: t('The installed hooks of Codex belong to another version of Mission Control.'),
    action: t('Update Hooks'),
  },
  blocked: {
    text: t('Hooks are installed in Codex, but something keeps them from running.'),
    action: t('Show Which'),
  },
  untrusted: { text: trustText('untrusted') },
  changed: { text: trustText('changed') },
});

/**
 * Hint about hooks, shown until they work or the person hides it. The empty board has its own text.
 */
export function HooksHint() {
  const hooks = useBoard((state) => state.hooks);
  const codexHooks = useBoard((state) => state.codexHooks);
  const empty = useBoard((state) => state.sessions.size === 0);
  const hidden = useView((state) => state.hintHidden);
  const { board, view } = usePage();
  const hint = hints()[hooks] ?? codexHints()[codexHooks ?? 'unknown'];
  const isDrawn = useIsNoticeDrawn(hint !== undefined && !hidden && !empty);
  if (!hint || !isDrawn) return null;
  return (
    <section className="notice" data-tone="gray" aria-label={t('Hooks')}>
      <Info className="icon" aria-hidden="true" />
      <p>{hint.text}</p>
      {hint.action !== undefined && (
        <Button name={hint.action} onClick={() => board.post({ type: 'installHooks' })} />
      )}
      <ToolButton name={t('Hide')} Icon={X} onClick={() => view.arrange({ hintHidden: true })} />
    </section>
  );
}
