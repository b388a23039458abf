import { jsonIn } from '../text/boundedJson';
import type { MachineCard } from '../protocol/machines/machineNews';
import { plainTitle } from '../text/plainText';
import { t } from './l10n';

/** Longest output of a command that is shown, in characters. */
const detailLength = 160;

/** The connection state of a machine as a sentence, and what a person can do about a fault. */
export interface MachineFaultText {
  readonly says: string;
  readonly todo?: string;
}

type ConnectionFields = Pick<
  MachineCard,
  'key' | 'account' | 'status' | 'fault' | 'detail' | 'accepted'
>;

/** Describes the connection state of a machine; the view shows its name beside it. */
export function machineFaultText(card: ConnectionFields): MachineFaultText {
  if (card.status === 'connected') return connectedText(card);
  if (card.fault === undefined) return { says: t('Connecting…') };
  const text = card.account === undefined ? undefined : accountFaultText(card);
  if (text !== undefined) return text;
  return faultText(card, sshHostIn(card.key));
}

/** The faults of an account that differ from those of a machine. */
function accountFaultText({
  account = '',
  fault,
  detail = '',
}: ConnectionFields): MachineFaultText | undefined {
  const folder = plainTitle(account, detailLength);
  switch (fault) {
    case 'home':
      return homeFaultText(folder, detail);
    case 'same':
      return {
        says: t('{0} is the config home of this board, or one that is already on it.', folder),
        todo: t('Remove it from the setting “missionControl.configHomes”.'),
      };
    case 'command':
      return {
        says: t('Mission Control couldn’t be started for it.'),
        todo: t('It is tried again by itself. If that doesn’t help, reload the window.'),
      };
    case 'version':
      return {
        says: t('Another window uses it with a different version of Mission Control.'),
        todo: t('Reload that window.'),
      };
    case 'silent':
      return {
        says: t('Mission Control doesn’t answer for it.'),
        todo: t('It is tried again by itself.'),
      };
    default:
      return undefined;
  }
}

function homeFaultText(folder: string, reason: string): MachineFaultText {
  switch (reason) {
    case 'missing':
    case 'notAFolder':
      return {
        says:
          reason === 'missing'
            ? t('There is no folder {0}.', folder)
            : t('{0} is not a folder.', folder),
        todo: t('Connect its drive, or correct the setting “missionControl.configHomes”.'),
      };
    case 'removed':
      return {
        says: t('What Mission Control kept in {0} was removed.', folder),
        todo: t(
          'It starts there again by itself. To leave it out, remove it from “missionControl.configHomes”.',
        ),
      };
    case 'unused':
      return {
        says: t('Claude Code has not used {0} yet.', folder),
        todo: t('Start it once with CLAUDE_CONFIG_DIR set to this folder, or correct the setting.'),
      };
    default:
      return {
        says: t('{0} can’t be read.', folder),
        todo: t('Give your user access to it, or remove it from “missionControl.configHomes”.'),
      };
  }
}

function connectedText({ accepted, account }: ConnectionFields): MachineFaultText {
  if (accepted !== false) return { says: t('Connected.') };
  if (account !== undefined) {
    return {
      says: t('Another editor serves it, which takes no answers from this one yet.'),
      todo: t('Accept this editor there once.'),
    };
  }
  return {
    says: t('Connected, but it takes no answers from this editor yet.'),
    todo: t('Open a window there once and accept this editor.'),
  };
}

function faultText(
  { fault, detail = '' }: ConnectionFields,
  host: string | undefined,
): MachineFaultText {
  const words = plainTitle(detail, detailLength);
  switch (fault) {
    case 'auth':
      return {
        says: t('It takes none of your SSH keys, or asks for a password.'),
        todo:
          host === undefined
            ? t('Set up a key for it, or unlock the one you have.')
            : t('Set up or unlock a key until “ssh {0}” asks for nothing in a terminal.', host),
      };
    case 'hostKey':
      return {
        says: t('SSH doesn’t know its host key, or knows another one.'),
        todo:
          host === undefined
            ? t('Connect to it in a terminal once and check the key that is shown.')
            : t('Run “ssh {0}” in a terminal once and check the key that it shows.', host),
      };
    case 'unreachable':
      return unreachableText(unknownHostIn(detail));
    case 'command':
      return host === undefined
        ? {
            says: t('The command that leads to it doesn’t exist on this computer.'),
            todo: t('Check its line in the setting “missionControl.machines”.'),
          }
        : {
            says: t('This computer has no “ssh” command.'),
            todo: t('Install OpenSSH, then try again.'),
          };
    case 'node':
      return {
        says: t('It has no Node.js 20 or newer.'),
        todo: t('Install Node.js there, then try again.'),
      };
    case 'missing':
      return {
        says: t('Mission Control isn’t there yet.'),
        todo: t('Copy it there with Manage Machines, or install the extension there.'),
      };
    case 'version':
      return {
        says:
          words === ''
            ? t('Its Mission Control and this one don’t understand each other.')
            : t('Its Mission Control {0} and this one don’t understand each other.', words),
        todo: t('Update both to the same version.'),
      };
    case 'same':
      return {
        says: t('It is this computer, or one that another line leads to.'),
        todo: t('Remove it from the setting “missionControl.machines”.'),
      };
    case 'silent':
      return {
        says: t('It has gone silent.'),
        todo: t('It may be asleep or cut off. It comes back by itself.'),
      };
    case 'hub':
      return {
        says:
          words === ''
            ? t('Mission Control there doesn’t answer.')
            : t('Mission Control there doesn’t answer: {0}', sentence(words)),
        todo: t('It is tried again by itself.'),
      };
    case 'protocol':
      return {
        says: t('It sent what no machine may send, so it was cut off.'),
        todo: t('Check what runs there before you try again.'),
      };
    default:
      return {
        says:
          words === ''
            ? t('The connection ended.')
            : t('The connection ended: {0}', sentence(words)),
        todo: t('It is tried again by itself.'),
      };
  }
}

function unreachableText(unknownHost: string | undefined): MachineFaultText {
  if (unknownHost !== undefined) {
    return {
      says: t('SSH knows no host “{0}”.', plainTitle(unknownHost, detailLength)),
      todo: t('Check its name, here and in your SSH configuration.'),
    };
  }
  return {
    says: t('Nothing answers at its address.'),
    todo: t('Check that it is on and that your network or VPN leads to it.'),
  };
}

/**
 * The name that OpenSSH could not resolve; undefined if the resolver itself failed, as without a
 * network.
 */
function unknownHostIn(detail: string): string | undefined {
  const [, host, why = ''] = /Could not resolve hostname (\S+): (.*)/u.exec(detail) ?? [];
  return /not known|No such host|No address/iu.test(why) ? host : undefined;
}

/** A program's last output with a full stop, because another sentence follows. */
function sentence(words: string): string {
  return /[.!?…]$/u.test(words) ? words : `${words}.`;
}

/** The host of a setting's line that connects by SSH, parsed from its `settingKey`. */
function sshHostIn(key: string): string | undefined {
  const parts = jsonIn(key);
  const host: unknown = Array.isArray(parts) ? parts[0] : undefined;
  return typeof host === 'string' ? host : undefined;
}
