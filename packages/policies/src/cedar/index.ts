export { cedar, type CedarOptions } from './cedar.ts';
export type { CedarRequest } from './cedar-request.ts';
