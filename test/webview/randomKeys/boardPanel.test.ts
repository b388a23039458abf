import { testKeysOnBoard } from '../../support/page/keysOnBoard';

testKeysOnBoard({ place: 'panel', width: 1280 });
