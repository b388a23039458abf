import type { LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import type { MenuPlace } from '../view';
import { IconButton } from './IconButton';
import { Menu, type MenuItem } from './Menu';

interface Props {
  readonly name: string;
  readonly Icon: LucideIcon;
  readonly className?: string;
  readonly items: () => readonly MenuItem[];
}

/** A button that opens a menu below itself. */
export function MenuButton({ name, Icon, className, items }: Props) {
  const [at, setAt] = useState<MenuPlace>();
  const button = useRef<HTMLButtonElement>(null);
  const close = (focusBack: boolean) => {
    setAt(undefined);
    if (focusBack) button.current?.focus();
  };
  return (
    <>
      <IconButton
        ref={button}
        name={name}
        Icon={Icon}
        className={className}
        aria-haspopup="menu"
        aria-expanded={at !== undefined}
        onClick={({ currentTarget }) => setAt(currentTarget.getBoundingClientRect())}
      />
      {at && <Menu name={name} items={items()} at={at} onClose={close} />}
    </>
  );
}
