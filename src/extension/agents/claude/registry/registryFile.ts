import { registryStatuses, type RegistryStatus } from '../../../hub/domain/facts/event';
import type { RegistryEntry } from '../../sources';
import {
  idIn,
  nameIn,
  parseObject,
  pathIn,
  textIn,
  timeIn,
  type JsonObject,
} from '../../../util/json';

/** The process id in a registry file's name, `<digits>.json`; other names are the client's own files. */
export function registryPid(fileName: string): number | undefined {
  const match = /^(\d{1,10})\.json$/u.exec(fileName);
  return match === null ? undefined : Number(match[1]);
}

/** Largest registry file in bytes; no client writes a larger one. */
export const maxRegistryBytes = 64 * 1024;

/** Parses a registry file; undefined for incomplete text, since the client may be writing it. */
export function parseRegistryFile(text: string, pid: number): RegistryEntry | undefined {
  const value = parseObject(text);
  if (value === undefined) return undefined;
  const sessionId = idIn(value, 'sessionId');
  if (sessionId === undefined) return undefined;
  const startedAt = timeIn(value, 'startedAt') ?? 0;
  return {
    sessionId,
    process: {
      pid,
      procStart: idIn(value, 'procStart'),
      status: statusIn(value),
      waitingFor: nameIn(value, 'waitingFor'),
      statusAt: timeIn(value, 'statusUpdatedAt') ?? timeIn(value, 'updatedAt') ?? startedAt,
      startedAt,
      cwd: pathIn(value, 'cwd'),
      version: nameIn(value, 'version'),
      kind: nameIn(value, 'kind'),
      entrypoint: nameIn(value, 'entrypoint'),
      name: nameIn(value, 'name'),
      nameSource: nameIn(value, 'nameSource'),
      jobId: idIn(value, 'jobId'),
      ...(value['spare'] === true && { isSpare: true }),
    },
  };
}

/** An unknown status of a newer client counts as missing. */
function statusIn(value: JsonObject): RegistryStatus | undefined {
  const status = textIn(value, 'status');
  return registryStatuses.find((known) => known === status);
}
