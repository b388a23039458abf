import { describeBoardSession } from './sessionTests';

describeBoardSession(true);
