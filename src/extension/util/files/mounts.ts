import { readFile } from 'node:fs/promises';
import { runSystemTool } from '../systemTool';
import { isIn } from './isIn';

/**
 * Mount points equal to or inside a folder, given by its real path. Reads only the system's list,
 * because accessing a mount whose server is gone would hang. Rejects if the list can't be read.
 */
export async function mountsIn(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<readonly string[]> {
  return (await mountPoints(platform)).filter((point) => isIn(point, folder));
}

async function mountPoints(platform: NodeJS.Platform): Promise<readonly string[]> {
  if (platform === 'linux') return parseMountInfo(await readFile('/proc/self/mountinfo', 'latin1'));
  if (platform !== 'darwin') return []; // On Windows a mounted volume appears as a link.
  const points = parseMountList(await runSystemTool('/sbin/mount', []));
  // The root is always mounted, so an empty list means failure.
  if (points.length === 0) throw new Error('The list of mounts is unknown');
  return points;
}

/** Parses `/proc/self/mountinfo`: the fifth field is the mount point, with blanks as `\040`. */
export function parseMountInfo(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const [, , , , point = ''] = line.split(' ');
    if (point === '') return [];
    const bytes = point.replaceAll(/\\([0-7]{3})/gu, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    return [Buffer.from(bytes, 'latin1').toString('utf8')];
  });
}

/** Parses lines of macOS such as `/dev/disk4s1 on /Volumes/a b (apfs, local)`. */
export function parseMountList(output: string): readonly string[] {
  return output.split('\n').flatMap((line) => {
    const begin = line.indexOf(' on /');
    const end = line.lastIndexOf(' (');
    return begin < 1 || end <= begin + ' on '.length
      ? []
      : [line.slice(begin + ' on '.length, end)];
  });
}
