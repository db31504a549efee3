import { leftEvents } from '../../test/left-events.ts';

leftEvents('1.5.14');
