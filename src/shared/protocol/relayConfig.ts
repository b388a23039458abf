import { routes } from './protocol';

/**
 * Proof by which the relay knows the hub: a socket in our folder, where only this user can have
 * put it, or, where there is none, an answer that only a hub of this user can give.
 */
export type RelayWay =
  { readonly socketPath: string } | { readonly nonce: string; readonly proof: string };

/** Target of the relay. `origin` has no path, `token` no quote. */
export interface RelayTarget {
  readonly pid: number;
  readonly origin: string;
  readonly token: string;
  readonly way: RelayWay;
  /** Folder for events that are only observed. */
  readonly events?: string | undefined;
  /**
   * Start time of the hub process as the system counts it, so that no process with the same id is taken
   * for the hub: a later one, or one on another host that has the config home, too.
   */
  readonly procStart?: string | undefined;
}

interface RelayFile {
  readonly name: string;
  readonly text: string;
}

/** The files in `mission-control/` that the relay reads: for events, for decisions, for the next prompt. */
const relayFileNames = {
  observe: 'relay.conf',
  wait: 'relay-wait.conf',
  rewake: 'relay-rewake.conf',
} as const;

/** File of the question that is asked before secrets are sent, where there is no socket. */
const relayHelloName = 'relay-hello.conf';

/** Every file a hub writes (0600, atomically) once it listens, and removes at its clean end. */
export function relayFiles(target: RelayTarget): readonly RelayFile[] {
  const url = `${target.origin}${routes.hook}`;
  return [
    ...helloFiles(target),
    { name: relayFileNames.observe, text: relayConfig(target, url, target.events) },
    { name: relayFileNames.wait, text: relayConfig(target, `${url}?wait=1`) },
    { name: relayFileNames.rewake, text: relayConfig(target, `${url}?rewake=1`) },
  ];
}

/**
 * One `curl --config` file. Its first line lets the relay see with a shell builtin that the hub is
 * gone, before it starts a process, and how to know it.
 */
function relayConfig(
  { pid, procStart, token, way }: RelayTarget,
  url: string,
  events?: string,
): string {
  const isLocal = 'socketPath' in way;
  const start = events === undefined ? ['start'] : ['events', events];
  return [
    isLocal ? `# pid ${pid} socket` : `# pid ${pid} proof ${way.proof}`,
    // On a line of its own: a relay of an earlier version reads the first alone, and calls the socket.
    ...(procStart === undefined ? [] : [['#', ...start, procStart].join(' ')]),
    ...(isLocal ? [`unix-socket = ${quoted(way.socketPath)}`] : []),
    `url = "${url}"`,
    `header = "Authorization: Bearer ${token}"`,
    'header = "Content-Type: application/json"',
    '',
  ].join('\n');
}

/** File of that question, without secrets: another process may have the port of a crashed hub. */
function helloFiles({ origin, way }: RelayTarget): readonly RelayFile[] {
  if ('socketPath' in way) return [];
  const text = `url = "${origin}${routes.hello}?nonce=${way.nonce}"\n`;
  return [{ name: relayHelloName, text }];
}

/** Quotes a path for curl, whose config file cannot hold a line break. */
function quoted(path: string): string {
  const escaped = path.replaceAll(/[\\"]/gu, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
  return `"${escaped}"`;
}
