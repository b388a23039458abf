import { useHasEditor, useView } from '../page';
import { useTabIndex } from './Button';
import { ToolButton, type ToolButtonProps } from './ToolButton';

/** A `ToolButton` of the board that hides its shortcut if shortcuts are switched off. */
export function IconButton({ shortcut, ...rest }: ToolButtonProps) {
  const hasEditor = useHasEditor();
  const hasKeys = useView((state) => state.singleKeys) && hasEditor;
  const tabIndex = useTabIndex();
  return <ToolButton shortcut={hasKeys ? shortcut : undefined} tabIndex={tabIndex} {...rest} />;
}
