import { surroundings } from '../../test/surroundings.ts';

surroundings('1.5.14');
