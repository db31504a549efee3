import { showConformance } from '../test/show-conformance.ts';

showConformance('1.3.0');
