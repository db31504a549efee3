export type * from './message-values.ts';
export type * from './tool-values.ts';
export type * from './model-values.ts';
export type * from './identity-values.ts';
export type * from './component-values.ts';
