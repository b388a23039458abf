import {
  defaultLayers,
  maxGlobLength,
  maxProjectLayers,
  shippedLayerIds,
  type LayerSettings,
  type ShippedLayerId,
} from '../../../shared/protocol/layers/settings';
import { plainTitle } from '../../../shared/text/plainText';
import { withHome } from '../../../shared/text/pathGlob';
import { t } from '../../../shared/words/l10n';
import type { CallRepeater } from '../../link/repeatedCalls';
import { settingIds } from '../../manifest';
import type { Disposable } from '../../util/lifetime';
import type { Settings } from './budgetSetting';

export interface LayersSettingParts {
  readonly settings: Settings;
  readonly repeatedCalls: CallRepeater<'setLayers'>;
  readonly say: (problem: string) => void;
  /** The home folder, for `~`. */
  readonly home: string;
}

/**
 * Sends the enabled layers to the hub, now and after each change. An invalid setting is reported
 * once.
 */
export function followLayers({
  settings,
  repeatedCalls,
  say,
  home,
}: LayersSettingParts): Disposable {
  let lastProblem = '';
  const ids = [settingIds.layers, settingIds.projectLayers];
  const send = (): void => {
    const [layers, projectLayers] = ids.map((id) => settings.get(id));
    const read = readLayers(layers, projectLayers, home);
    repeatedCalls.storeCall('setLayers', read.settings);
    if (read.problem !== lastProblem && read.problem !== '') say(read.problem);
    lastProblem = read.problem;
  };
  send();
  return settings.onDidChange((change) => {
    if (ids.some((id) => change.affectsConfiguration(id))) send();
  });
}

/**
 * The valid parts of both settings, and a sentence for each of the first three errors; empty if
 * there are none.
 */
export function readLayers(
  layers: unknown,
  projectLayers: unknown,
  home: string,
): { readonly settings: LayerSettings; readonly problem: string } {
  const problems: string[] = [];
  const wrong = (problem: string): void => void problems.push(problem);
  const settings = {
    layers: idsIn(layers ?? [...defaultLayers], settingIds.layers, wrong) ?? [...defaultLayers],
    projectLayers: projectsIn(projectLayers ?? {}, home, wrong),
  };
  return { settings, problem: problems.slice(0, 3).join(' ') };
}

function projectsIn(
  value: unknown,
  home: string,
  wrong: (problem: string) => void,
): LayerSettings['projectLayers'] {
  const setting = settingIds.projectLayers;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    wrong(t('{0} must be an object: globs of projects, each with a list of layers.', setting));
    return [];
  }
  const projects: LayerSettings['projectLayers'] = [];
  for (const [written, list] of Object.entries(value)) {
    const glob = withHome(written.trim(), home);
    if (glob === '' || glob.length > maxGlobLength) {
      wrong(t('{0}: a glob has 1 to {1} characters.', setting, maxGlobLength));
      continue;
    }
    if (projects.length === maxProjectLayers) {
      wrong(t('{0}: only the first {1} globs count.', setting, maxProjectLayers));
      break;
    }
    const ids = idsIn(list, `${setting}, ${plainTitle(written, 60)}`, wrong);
    if (ids !== undefined) projects.push({ glob, layers: ids });
  }
  return projects;
}

/** The known ids in a list, without duplicates; undefined if it is not a list. */
function idsIn(
  value: unknown,
  place: string,
  wrong: (problem: string) => void,
): ShippedLayerId[] | undefined {
  if (!Array.isArray(value)) {
    wrong(t('{0} must be a list of layers: {1}.', place, shippedLayerIds.join(', ')));
    return undefined;
  }
  const ids: ShippedLayerId[] = [];
  for (const one of value) {
    const id = shippedLayerIds.find((known) => known === one);
    if (id === undefined)
      wrong(
        t(
          '{0}: there is no layer {1}. There are {2}.',
          place,
          plainTitle(String(one), 40),
          shippedLayerIds.join(', '),
        ),
      );
    else if (!ids.includes(id)) ids.push(id);
  }
  return ids;
}
