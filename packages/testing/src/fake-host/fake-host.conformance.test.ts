import { conformance } from '../conformance/index.ts';
import { fakeHarness } from './harness/fake-harness.ts';

conformance(fakeHarness());
