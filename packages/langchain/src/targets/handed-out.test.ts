import { partsHandedOut } from '../../test/parts-handed-out.ts';

partsHandedOut('1.5.14');
