import { ChevronLeft, ChevronRight, Copy, Download, Eye, EyeOff } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import type { DayReport } from '../../../shared/protocol/work/day';
import { dayName } from '../../day/dayText';
import { drawDay, readPictureTheme } from '../../day/dayPicture';
import type { PageBoard } from '../../board';
import { usePage, useView } from '../../page';
import { IconButton } from '../IconButton';

/** Controls of the day view: the day, names shown or hidden, and its picture. */
export function DayControls({ report }: { readonly report: DayReport }) {
  const hasNames = useView((state) => state.hasNames);
  const { board, view } = usePage();
  const dayIndex = report.days.indexOf(report.day);
  const [before, after] = [report.days[dayIndex - 1], report.days[dayIndex + 1]];
  return (
    <div className="across gap-2 rigid">
      <IconButton
        name={t('Previous Day')}
        Icon={ChevronLeft}
        disabled={before === undefined}
        onClick={() => view.change({ day: before })}
      />
      <span className="day-name one-line">
        {after === undefined ? t('Today') : dayName(report.day)}
      </span>
      <IconButton
        name={t('Next Day')}
        Icon={ChevronRight}
        disabled={after === undefined}
        onClick={() => view.change({ day: after === report.days.at(-1) ? undefined : after })}
      />
      <IconButton
        name={hasNames ? t('Hide Names') : t('Show Names')}
        Icon={hasNames ? Eye : EyeOff}
        aria-pressed={!hasNames}
        onClick={() => view.change({ hasNames: !hasNames })}
      />
      <IconButton
        name={t('Copy Picture')}
        Icon={Copy}
        disabled={report.lanes.length === 0}
        onClick={() => void copyPicture(board, report, hasNames)}
      />
      <IconButton
        name={t('Save Picture…')}
        Icon={Download}
        disabled={report.lanes.length === 0}
        onClick={() => void savePicture(board, report, hasNames)}
      />
    </div>
  );
}

function pictureOf(report: DayReport, hasNames: boolean): Promise<Blob> {
  const canvas = drawDay(report, readPictureTheme(document.body), hasNames);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('There is no picture.'));
    }, 'image/png');
  });
}

async function copyPicture(board: PageBoard, report: DayReport, hasNames: boolean): Promise<void> {
  try {
    const picture = pictureOf(report, hasNames);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    board.announcer.announce(t('Picture copied.'));
  } catch {
    await savePicture(board, report, hasNames); // Fallback for pages without access to the clipboard.
  }
}

async function savePicture(board: PageBoard, report: DayReport, hasNames: boolean): Promise<void> {
  const bytes = new Uint8Array(await (await pictureOf(report, hasNames)).arrayBuffer());
  let binary = '';
  for (let start = 0; start < bytes.length; start += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  board.post({ type: 'savePicture', day: report.day, png: btoa(binary) });
}
