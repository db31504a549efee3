export { findTexts } from './find-texts.ts';
export { sortFailures, type KnownFailure } from './known-failures.ts';
export {
  canaries,
  type Canary,
  type Probe,
  type ProbeFailure,
  type ProbeMode,
  type ProbeRun,
  type ProbeSuite,
} from './probe.ts';
export { runSuites, type ProbeReport } from './run-suite.ts';
