import { useView } from '../page';
import { useTabIndex } from './Button';
import { ToolButton, type ToolButtonProps } from './ToolButton';

/** A `ToolButton` of the board: it hides its shortcut where the person switched shortcuts off. */
export function IconButton({ shortcut, ...rest }: ToolButtonProps) {
  const singleKeys = useView((state) => state.singleKeys);
  const tabIndex = useTabIndex();
  return <ToolButton shortcut={singleKeys ? shortcut : undefined} tabIndex={tabIndex} {...rest} />;
}
