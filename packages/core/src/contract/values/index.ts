export type * from './message.ts';
export type * from './tool.ts';
export type * from './model.ts';
export type * from './identity.ts';
export type * from './component.ts';
