import { useView } from '../page';
import { useTabIndex } from './Button';
import { ToolButton, type ToolButtonProps } from './ToolButton';

/** A tool of the board, whose keys a person may have switched off. */
export function IconButton({ shortcut, ...rest }: ToolButtonProps) {
  const singleKeys = useView((state) => state.singleKeys);
  const tabIndex = useTabIndex();
  return <ToolButton shortcut={singleKeys ? shortcut : undefined} tabIndex={tabIndex} {...rest} />;
}
