import { conformance } from '../conformance/index.ts';
import { fakeHarness } from './fake-harness.ts';

conformance(fakeHarness());
