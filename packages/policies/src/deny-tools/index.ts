export { denyTools, type DenyToolsOptions } from './deny-tools.ts';
