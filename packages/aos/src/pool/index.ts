export { inSharedMemory, NamedStores } from './shared-memory.ts';
export { KeptInMain } from './kept-in-main.ts';
export type { Looked, StoreCall } from './store-calls.ts';
export { withoutTypes } from './strip-types.ts';
export { storeOfMain } from './store-of-main.ts';
export {
  answeredOf,
  readAsk,
  requestOf,
  responseOf,
  workerFor,
  type Answered,
  type Asked,
  type ReadAsk,
} from './travel.ts';
export { workInThread, type MainThread, type Working } from './work-in-thread.ts';
export { WorkerGone } from './open-calls.ts';
export type { Talk } from './worker-messages.ts';
export type { SlotOptions } from './slot-options.ts';
export { WorkerSlot } from './worker-slot.ts';
