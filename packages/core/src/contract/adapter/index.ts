export type * from './capability.ts';
export type * from './chat.ts';
export type * from './model-step.ts';
export type * from './stream-step.ts';
export type * from './tool-step.ts';
export type * from './tracer.ts';
