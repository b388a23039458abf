import { t } from '../../../shared/words/l10n';
import { usePage, useView } from '../../page';
import { useTabIndex } from '../Button';

/** Makes a request short again that was opened on a compact card. */
export function LessButton({ call }: { readonly call: string }) {
  const { view } = usePage();
  const isOpened = useView(({ disclosed }) => disclosed.has(`answer/${call}`));
  const compact = useView(({ density }) => density === 'compact');
  const tabIndex = useTabIndex();
  if (!isOpened || !compact) return null;
  return (
    <button
      type="button"
      className="quiet less"
      data-action="less"
      tabIndex={tabIndex}
      onClick={() => view.toggle(`answer/${call}`)}
    >
      {t('Show Less')}
    </button>
  );
}
