export { opa, type OpaOptions } from './opa.ts';
