import { testKeysOnBoard } from '../../support/page/keysOnBoard';

testKeysOnBoard({ place: 'side', width: 320 });
