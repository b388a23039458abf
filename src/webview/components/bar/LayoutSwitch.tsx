import { layouts } from '../../../shared/board/arrangement';
import { t } from '../../../shared/words/l10n';
import { layoutKey } from '../../keys/keys';
import { layoutLooks } from '../../layout/layouts';
import { usePage, useView } from '../../page';
import { IconButton } from '../IconButton';

/** Buttons of the layouts; the current one is pressed. */
export function LayoutSwitch() {
  const layout = useView((state) => state.layout);
  const { view } = usePage();
  const next = layouts[(layouts.indexOf(layout) + 1) % layouts.length];
  return (
    <fieldset className="layouts" aria-label={t('Layout')}>
      {layouts.map((one) => (
        <IconButton
          key={one}
          name={layoutLooks[one].name()}
          shortcut={one === next ? layoutKey : undefined}
          Icon={layoutLooks[one].Icon}
          aria-pressed={one === layout}
          onClick={() => view.arrange({ layout: one })}
        />
      ))}
    </fieldset>
  );
}
