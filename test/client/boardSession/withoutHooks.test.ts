import { describeBoardSession } from './sessionTests';

describeBoardSession(false);
