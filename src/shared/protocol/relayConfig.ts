import { routes } from './protocol';

/**
 * How the relay authenticates the hub: by a socket in our folder, which only this user can create,
 * or else by an answer that only a hub of this user can compute.
 */
export type HubAuthentication =
  { readonly socketPath: string } | { readonly nonce: string; readonly proof: string };

/** Target of the relay. `origin` has no path; `token` contains no quotation mark. */
export interface RelayTarget {
  readonly pid: number;
  readonly origin: string;
  readonly token: string;
  readonly way: HubAuthentication;
  /** Folder for events that are only observed. */
  readonly events?: string | undefined;
  /**
   * Start time of the hub's process in the system's format. It distinguishes the hub from a process
   * that has the same id later, or on another host that shares the config home.
   */
  readonly procStart?: string | undefined;
}

interface RelayFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Files in `mission-control/` that the relay reads: for events, for decisions, and for the next
 * prompt.
 */
const relayFileNames = {
  observe: 'relay.conf',
  wait: 'relay-wait.conf',
  rewake: 'relay-rewake.conf',
} as const;

/** File of the `hello` request that is sent before any secret if there is no socket. */
const relayHelloName = 'relay-hello.conf';

/** The files that a hub writes (0600, atomically) once it listens, and removes when it closes. */
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
 * One `curl --config` file. From its first line the relay checks with a shell builtin, before
 * starting a process, whether the hub runs and how to authenticate it.
 */
function relayConfig(
  { pid, procStart, token, way }: RelayTarget,
  url: string,
  events?: string,
): string {
  const hasSocket = 'socketPath' in way;
  const start = events === undefined ? ['start'] : ['events', events];
  return [
    hasSocket ? `# pid ${pid} socket` : `# pid ${pid} proof ${way.proof}`,
    // On a separate line: older relays read only the first line, and then connect to the socket.
    ...(procStart === undefined ? [] : [['#', ...start, procStart].join(' ')]),
    ...(hasSocket ? [`unix-socket = ${quotePath(way.socketPath)}`] : []),
    `url = "${url}"`,
    `header = "Authorization: Bearer ${token}"`,
    'header = "Content-Type: application/json"',
    '',
  ].join('\n');
}

/**
 * The file of the `hello` request. It contains no secrets, because a different process may have the
 * port of a crashed hub.
 */
function helloFiles({ origin, way }: RelayTarget): readonly RelayFile[] {
  if ('socketPath' in way) return [];
  const text = `url = "${origin}${routes.hello}?nonce=${way.nonce}"\n`;
  return [{ name: relayHelloName, text }];
}

/** Quotes a path for curl, whose config file cannot hold a line break. */
function quotePath(path: string): string {
  const escaped = path.replaceAll(/[\\"]/gu, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
  return `"${escaped}"`;
}
