import { partsInside } from '../../test/parts-inside.ts';

partsInside('1.5.14');
