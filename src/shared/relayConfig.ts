import { routes } from './protocol';

/** What the relay needs to reach a hub. `origin` has no path, `token` no quote. */
export interface RelayTarget {
  readonly pid: number;
  readonly origin: string;
  readonly token: string;
}

/** The files in `mission-control/` that the relay reads: for events, for decisions, for the next prompt. */
const relayFileNames = {
  observe: 'relay.conf',
  wait: 'relay-wait.conf',
  rewake: 'relay-rewake.conf',
} as const;

/**
 * One `curl --config` file. Its first line lets the relay see with a shell builtin that the hub is
 * gone, before it starts a process.
 */
export function relayConfig(file: {
  readonly pid: number;
  readonly url: string;
  readonly token: string;
}): string {
  return [
    `# pid ${file.pid}`,
    `url = "${file.url}"`,
    `header = "Authorization: Bearer ${file.token}"`,
    'header = "Content-Type: application/json"',
    '',
  ].join('\n');
}

/** Every file a hub writes (0600, atomically) once it listens, and removes at its clean end. */
export function relayFiles({ pid, origin, token }: RelayTarget): readonly {
  readonly name: string;
  readonly text: string;
}[] {
  const url = `${origin}${routes.hook}`;
  return [
    { name: relayFileNames.observe, text: relayConfig({ pid, url, token }) },
    { name: relayFileNames.wait, text: relayConfig({ pid, url: `${url}?wait=1`, token }) },
    {
      name: relayFileNames.rewake,
      text: relayConfig({ pid, url: `${url}?rewake=1`, token }),
    },
  ];
}
