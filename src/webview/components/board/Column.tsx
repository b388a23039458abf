import { ChevronsLeftRight, ChevronsRightLeft } from 'lucide-react';
import { memo } from 'react';
import { groupHeadings } from '../../../shared/presentation';
import type { AgentStateGroup } from '../../../shared/protocol/protocol';
import { t } from '../../../shared/words/l10n';
import { foldKey } from '../../keys/keys';
import { isShownEmpty } from '../../layout/arrange';
import { useBoard, usePage, useView } from '../../page';
import { IconButton } from '../IconButton';
import { ColumnArrivals } from './Arrivals';
import { AllSessions, GroupCards } from './CardList';
import { EmptyGroup } from './EmptyGroup';
import { GroupHeading } from './GroupHeading';
import { panelId, tabId } from './GroupTabs';

interface Props {
  readonly group: AgentStateGroup;
  /** True if a tab serves as the group's heading. */
  readonly tabbed: boolean;
}

/**
 * A group as a column with its own scroll position; a collapsed column is a strip with its heading.
 */
export const Column = memo(function Column({ group, tabbed }: Props) {
  const folded = useView((state) => !tabbed && state.folded.includes(group));
  const headingId = `heading-${group}`;
  const role = tabbed
    ? { role: 'tabpanel', id: panelId(group), 'aria-labelledby': tabId(group) }
    : { 'aria-labelledby': headingId };
  return (
    <section
      className="column stack shrinks-down sized"
      data-group={group}
      data-folded={folded}
      {...role}
    >
      <div className={tabbed ? 'visually-hidden' : 'column-heading across gap-8 rigid bright bold'}>
        <GroupHeading
          group={group}
          id={headingId}
          className="column-name across gap-8 grows shrinks one-line"
        />
        {!tabbed && !folded && <ColumnArrivals group={group} />}
        {!tabbed && <FoldButton group={group} folded={folded} />}
      </div>
      {!folded && <ColumnBody group={group} />}
    </section>
  );
});

function ColumnBody({ group }: Pick<Props, 'group'>) {
  const empty = useBoard((state) => isShownEmpty(state, group));
  if (empty) {
    return (
      <>
        <EmptyGroup group={group} />
        <AllSessions group={group} />
      </>
    );
  }
  return (
    <div className="column-scroll grows shrinks-down scrolls">
      <GroupCards group={group} />
    </div>
  );
}

interface FoldProps extends Pick<Props, 'group'> {
  readonly folded: boolean;
}

/** Button that collapses a column; in a collapsed column it covers the strip. */
function FoldButton({ group, folded }: FoldProps) {
  const { view } = usePage();
  return (
    <IconButton
      name={folded ? t('Unfold Column') : t('Fold Column')}
      aria-label={t('Column {0}', groupHeadings[group]())}
      shortcut={foldKey}
      Icon={folded ? ChevronsLeftRight : ChevronsRightLeft}
      className="fold-button muted"
      data-action="fold"
      aria-expanded={!folded}
      onClick={() => view.fold(group)}
    />
  );
}
