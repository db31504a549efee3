export { allowTools, type AllowToolsOptions } from './allow-tools.ts';
