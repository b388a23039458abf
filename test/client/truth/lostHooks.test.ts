import { pinnedVersion } from '../../support/claude/install';
import { olderClients } from '../../truth/scenario';
import { castOf, describeTruth } from '../../truth/shortForm';

const scenarioTitle = 'Bash is asked for and allowed';

describeTruth(
  [pinnedVersion, olderClients.older].flatMap((client) => [
    castOf(scenarioTitle, { client, hooks: true, lost: 'tenth' }),
    castOf(scenarioTitle, { client, hooks: true, lost: 'stop' }),
  ]),
);
