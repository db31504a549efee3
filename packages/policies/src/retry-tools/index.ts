export { retryTools, type RetryToolsOptions } from './retry-tools.ts';
