export { runVectors, type VectorReport } from './run-vectors.ts';
export type { Listen, Vector } from './vector.ts';
