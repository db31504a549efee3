export { fairTimer } from './fair-timer.ts';
export { inSharedMemory, NamedStores } from './stores/shared-memory.ts';
export { KeptInMain } from './stores/kept-in-main.ts';
export type { Looked, StoreCall } from './stores/store-calls.ts';
export { withoutTypes } from './strip-types.ts';
export { storeOfMain } from './stores/store-of-main.ts';
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
