import {
  type Family,
  type ModelTerms,
  type PricedModel,
  families,
  foreignModel,
  pricedModels,
} from './priceTable';

export interface ModelName {
  readonly family: Family;
  /** Version in tenths, as in the price table; undefined for a bare family such as `opus`. */
  readonly version: number | undefined;
}

const family = families.join('|');
// Versions are short numbers: `20250929` is a date.
const version = String.raw`(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)`;
const familyFirst = new RegExp(`(${family})-?${version}`);
const versionFirst = new RegExp(String.raw`(?<!\d)(\d)(?:[-.](\d))?-(${family})`);
const familyAlone = new RegExp(family);

/** Parses the spelling of every provider; prefixes, dates, `-latest`, `-v1:0` and `[1m]` are ignored. */
export function readModelName(name: string): ModelName | undefined {
  const text = name.toLowerCase();
  const newer = familyFirst.exec(text);
  if (newer !== null) return modelNameOf(newer[1], newer[2], newer[3]);
  const older = versionFirst.exec(text);
  if (older !== null) return modelNameOf(older[3], older[1], older[2]);
  const found = familyAlone.exec(text);
  if (found === null) return undefined;
  return text.includes('mythos-preview')
    ? { family: 'mythos', version: 0 }
    : { family: found[0] as Family, version: undefined };
}

function modelNameOf(word = '', major = '0', minor = '0'): ModelName {
  return { family: word as Family, version: Number(major) * 10 + Number(minor) };
}

export interface FoundModel {
  readonly model: ModelTerms;
  /** False if a different version is used in place of the requested one. */
  readonly exact: boolean;
  /** False if not even the family is known. */
  readonly knownFamily: boolean;
}

const cache = new Map<string, FoundModel>();

/**
 * The model of that name, or the nearest of its family; for an unknown family, one without prices
 * and window.
 */
export function findModel(name: string): FoundModel {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const found = search(readModelName(name));
  if (cache.size >= 256) cache.clear();
  cache.set(name, found);
  return found;
}

function search(name: ModelName | undefined): FoundModel {
  if (name === undefined) return { model: foreignModel, exact: true, knownFamily: false };
  const wanted = name.version ?? Number.MAX_SAFE_INTEGER;
  const model = nearestPricedModel(name.family, wanted);
  return { model, exact: model.version === wanted, knownFamily: true };
}

function nearestPricedModel(word: Family, wanted: number): PricedModel {
  return pricedModels
    .filter((model) => model.family === word)
    .reduce((best, model) =>
      // The table is sorted by version: of two equally near ones the later is newer.
      Math.abs(model.version - wanted) <= Math.abs(best.version - wanted) ? model : best,
    );
}
