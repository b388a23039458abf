import { pinnedVersion } from '../../support/claude/install';
import { castOf, describeTruth, oneOfEachKind } from '../../truth/shortForm';

describeTruth(oneOfEachKind.map((name) => castOf(name, { client: pinnedVersion, hooks: true })));
