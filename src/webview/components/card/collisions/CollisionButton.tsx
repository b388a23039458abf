import { useRef, useState, type ComponentProps } from 'react';
import { collisionLine } from '../../../../shared/board/texts/collisionText';
import type { Collision } from '../../../../shared/protocol/work/collisions';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { t } from '../../../../shared/words/l10n';
import { collisionOptions } from '../../../collisionOptions';
import { usePage } from '../../../page';
import { collisionAction } from '../../../reviewActions';
import type { MenuPlace } from '../../../view';
import { useTabIndex } from '../../Button';
import { Menu, type MenuItem } from '../../Menu';

interface Props extends ComponentProps<'button'> {
  readonly session: LiveSession;
  readonly found: readonly Collision[];
}

/**
 * A button that opens a menu of the choices for the given collisions, with a part for each
 * collision.
 */
export function CollisionButton({ session, found, children, ...rest }: Props) {
  const page = usePage();
  const [at, setAt] = useState<MenuPlace>();
  const button = useRef<HTMLButtonElement>(null);
  const tabIndex = useTabIndex();
  const items = (): readonly MenuItem[] =>
    found.flatMap((collision) =>
      collisionOptions(page, session, collision).map(({ choice, ...deed }, index) => ({
        ...deed,
        id: `${collision.id}/${choice}`,
        ...(index === 0 && found.length > 1 && { part: collisionLine(collision) }),
      })),
    );
  const close = (focusBack: boolean) => {
    setAt(undefined);
    if (focusBack) button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        data-action={collisionAction()}
        aria-haspopup="menu"
        aria-expanded={at !== undefined}
        tabIndex={tabIndex}
        onClick={({ currentTarget }) => setAt(currentTarget.getBoundingClientRect())}
        {...rest}
      >
        {children}
      </button>
      {at && <Menu name={t('Collision')} items={items()} at={at} onClose={close} />}
    </>
  );
}
