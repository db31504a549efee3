export { redactWith } from './redact-with.ts';
