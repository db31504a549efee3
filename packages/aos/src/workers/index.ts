export { serveInWorkers } from './serve-in-workers.ts';
export type { WorkerNote, WorkerPool, WorkersOptions } from './workers-options.ts';
