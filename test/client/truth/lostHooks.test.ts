import { pinnedVersion } from '../../support/claude/install';
import { olderClients } from '../../truth/scenario';
import { castOf, describeTruth } from '../../truth/shortForm';

const played = 'Bash is asked for and allowed';

describeTruth(
  [pinnedVersion, olderClients.older].flatMap((client) => [
    castOf(played, { client, hooks: true, lost: 'tenth' }),
    castOf(played, { client, hooks: true, lost: 'stop' }),
  ]),
);
